/** The only script of a page that is complete without any: from here on it can be read without a server. */

import { register } from "./worker";

void register();
