/** The page of `idiot`, as one chunk: the engine, the computer players and the table are all in it. */

import Page from "./Page.svelte";

export { Page };
