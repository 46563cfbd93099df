/** What a table gets besides when it is one of a hall. */

import type { Component } from "svelte";
import type { View } from "../wire/types";
import Word from "./Word.svelte";
import { news } from "./news";

export interface HallSide {
  Word: Component;
  news(view: View, before: View | null): string[];
}

export const side: HallSide = { Word, news };
