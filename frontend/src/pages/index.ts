/** The pages that are fetched by themselves, so that none of them waits for what only another one shows. */

import { supply } from "../supply.svelte";
import { idiot, withWords } from "../games";

const shelfWords = import.meta.glob("../i18n/*.json", { query: "?of=shelf" });
const hallWords = import.meta.glob("../i18n/*.json", { query: "?of=hall" });
const organiserWords = import.meta.glob("../i18n/*.json", { query: "?of=organiser" });

export const pages = {
  shelf: () => withWords(shelfWords, () => import("./Shelf.svelte")),
  room: () => supply.fetch(() => import("./Room.svelte"), "page"),
  stage: () => supply.fetch(() => import("./Stage.svelte"), "page"),
  hall: () => withWords(hallWords, () => import("../hall/Page.svelte")),
  /** Three hundred come in, and one of them organises. */
  organiser: () => withWords(organiserWords, () => import("../hall/Organiser.svelte")),
  hallStage: () => withWords(hallWords, () => import("../hall/Stage.svelte")),
  /** Not a page: what a table of a hall shows of it. */
  hallTable: () => withWords(hallWords, () => import("../hall/table")),
  /** Sheets, over what is there without them. */
  menu: () => supply.fetch(() => import("./Menu.svelte"), "extra"),
  which: () => supply.fetch(() => import("./Which.svelte"), "extra"),
  share: () => supply.fetch(() => import("./Share.svelte"), "extra"),
  idiot: () => idiot.load(),
};
