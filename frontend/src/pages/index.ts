/** The pages that are fetched by themselves, so that none of them waits for what only another one shows. */

import { supply } from "../supply.svelte";
import { idiot } from "../games";

export const pages = {
  shelf: () => supply.fetch(() => import("./Shelf.svelte"), "page"),
  room: () => supply.fetch(() => import("./Room.svelte"), "page"),
  stage: () => supply.fetch(() => import("./Stage.svelte"), "page"),
  idiot: () => idiot.load(),
};
