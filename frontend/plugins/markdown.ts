/**
 * `content/<language>/<game>.md` as a module whose default export is its HTML.
 *
 * A fenced block named `rows` is drawn as rows of cards; italics are English. A table scrolls by itself on a narrow phone.
 */

import { readFile } from "node:fs/promises";
import MarkdownIt from "markdown-it";
import type { Plugin } from "vite";
import { headsOn } from "../src/games/rows/heads.ts";

export interface Page {
  title: string;
  description: string;
  html: string;
}

const markdownIt = new MarkdownIt({ html: false });
markdownIt.renderer.rules.fence = (tokens, index) => {
  const token = tokens[index];
  if (token?.info !== "rows") throw new Error(`A block named "${token?.info}" cannot be drawn`);
  return figure(token.content);
};
// In italics are cards of `gap` and nothing else, and those are English on every page.
markdownIt.renderer.rules.em_open = () => '<em lang="en">';

function figure(content: string): string {
  const rows = content
    .trim()
    .split("\n")
    .map((line) => {
      const cards = line.split(" ").map((card) => `<span class="c w${headsOn(Number(card))}">${card}</span>`);
      return `<li>${cards.join(" ")}</li>`;
    });
  return `<ol class="figure">${rows.join("")}</ol>\n`;
}

/** The page of a Markdown file: its head (`title`, `description`) and its text as HTML. */
export function render(source: string): Page {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const field = (name: string): string => {
    const value = new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1];
    if (value === undefined) throw new Error(`A page without ${name}`);
    return value;
  };
  return { title: field("title"), description: field("description"), html: markdownIt.render(body) };
}

export function markdown(): Plugin {
  return {
    name: "kortlek:markdown",
    enforce: "pre",
    load: async (id) => {
      const path = id.split("?")[0] ?? id;
      if (!path.endsWith(".md")) return null;
      const page = render(await readFile(path, "utf8"));
      return { code: `export default ${JSON.stringify(page.html)};`, map: null, moduleType: "js" };
    },
  };
}
