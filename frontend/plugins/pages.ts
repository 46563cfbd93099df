/**
 * The HTML of the build: the client's shell once for each kind of page and each language, and every game's page.
 *
 * A shell names all that its page will import, so that the browser asks for it side by side: what one script
 * would only learn from another is a round trip late. In front of a table's or a hall's client comes `boot.ts`, which
 * opens its socket. `index.<language>.html` is the shelf, and does for any other page where there is no server to
 * choose (`worker/sw.ts`). `content/<language>/<game>.md` becomes `games/<game>.<language>.html`, and
 * `content/<language>/about/` is what is said beside the games; both are complete without any script.
 */

import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { type Page, render } from "./markdown.ts";

type Bundle = Rolldown.OutputBundle;

interface Words {
  [key: string]: unknown;
  rules: string;
  "shelf.title": string;
  "shelf.pitch": string;
  "shelf.open": string;
  "gate.reload": string;
  "gate.shelf": string;
  "supply.late": string;
}

/** A kind of page: the source files that it imports when it is opened, beyond the main script's own. */
interface Shell {
  file: string;
  sources: readonly string[];
  /** On the server: its socket is opened ahead. */
  isLinked: boolean;
  /** Games are played there: a game's screen is fetched once it is known which. */
  hasTable: boolean;
  /** The part of the words that it needs from the start, besides those of every page. */
  words?: string;
}

const SHELLS: readonly Shell[] = [
  { file: "index", sources: ["/src/pages/Shelf.svelte"], isLinked: false, hasTable: false, words: "shelf" },
  { file: "shells/room", sources: ["/src/pages/Room.svelte", "/src/dial.ts"], isLinked: true, hasTable: true },
  { file: "shells/stage", sources: ["/src/pages/Stage.svelte", "/src/dial.ts"], isLinked: true, hasTable: true },
  { file: "shells/hall", sources: ["/src/hall/Page.svelte", "/src/dial.ts"], isLinked: true, hasTable: false, words: "hall" },
  { file: "shells/hall-stage", sources: ["/src/hall/Stage.svelte", "/src/dial.ts"], isLinked: true, hasTable: false, words: "hall" },
  { file: "shells/play/idiot", sources: ["/src/games/idiot/index.ts"], isLinked: false, hasTable: false, words: "idiot" },
];
const FIRST = "en";

export function pages(): Plugin {
  let root = ".";
  return {
    name: "kortlek:pages",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: {
      order: "post",
      handler: async function (_, bundle) {
        const emit = (fileName: string, source: string): void => void this.emitFile({ type: "asset", fileName, source });
        const languages = (await readdir(join(root, "content"))).sort();
        const words = new Map<string, Words>();
        for (const language of languages)
          words.set(language, JSON.parse(await readFile(join(root, "src/i18n", `${language}.json`), "utf8")) as Words);

        const template = take(bundle, "index.html");
        for (const [language, spoken] of words)
          for (const shell of SHELLS) {
            const page = shellIn(template, bundle, shell, language, spoken);
            emit(`${shell.file}.${language}.html`, page);
            if (shell.file === "index" && language === FIRST) emit("index.html", page);
          }

        const text = take(bundle, "page.html");
        for (const [language, messages] of words)
          for (const file of await contentOf(join(root, "content", language))) {
            const path = file.includes("/") ? file : `games/${file}`;
            const page = render(await readFile(join(root, "content", language, `${file}.md`), "utf8"));
            emit(`${path}.${language}.html`, textPage(text, path, language, languages, page, messages));
          }
      },
    },
  };
}

/** The pages of one language by their paths, without the ending. */
async function contentOf(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".md"));
  return files.map((file) => file.slice(0, -".md".length).replaceAll("\\", "/")).sort();
}

/** Take a template out of the build; what is made of it goes in instead. */
function take(bundle: Bundle, name: string): string {
  const asset = bundle[name];
  if (asset?.type !== "asset") throw new Error(`${name} is missing from the build`);
  delete bundle[name];
  return String(asset.source);
}

/** The chunk that a source file has become. */
function chunkOf(bundle: Bundle, source: string): Rolldown.OutputChunk {
  for (const output of Object.values(bundle))
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(source)) return output;
  throw new Error(`${source} is missing from the build`);
}

const messagesOf = (bundle: Bundle, language: string, part: string): Rolldown.OutputChunk =>
  chunkOf(bundle, `/src/i18n/${language}.json?${part}`);

/** The files of these chunks and of all that they import in turn: scripts, and the style sheets they bring. */
function filesOf(bundle: Bundle, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") add(imported);
    }
  };
  chunks.forEach(add);
  return [...files];
}

const isStyle = (file: string): boolean => file.endsWith(".css");

/** Fetched with the page. A style sheet is in force at once, so that the script which brings it need not wait. */
const link = (file: string): string =>
  isStyle(file)
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/** As `link`, but does nothing until `boot.ts` says that one of these games is played. */
const sleeping = (file: string, games: readonly string[]): string =>
  `<link data-game="${games.join(" ")}" ${
    isStyle(file) ? 'data-rel="preload" as="style"' : 'data-rel="modulepreload"'
  } crossorigin href="/${file}">`;

/** What each game that is played in a room needs beyond these files, by its file. */
function screensBeyond(bundle: Bundle, known: readonly string[], language: string): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== "chunk") continue;
    const game = /\/src\/games\/(\w+)\/index\.ts$/.exec(chunk.facadeModuleId ?? "")?.[1];
    if (game === undefined || SHELLS.some((shell) => shell.words === game)) continue;
    for (const file of filesOf(bundle, [chunk, messagesOf(bundle, language, `of=${game}`)]))
      if (!known.includes(file)) wanted.set(file, [...(wanted.get(file) ?? []), game]);
  }
  return wanted;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Put every value in place of its `%name%`; one that is left over is a mistake. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/%([a-z]+)%/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing to put in place of %${name}%`);
    return value;
  });
}

function shellIn(template: string, bundle: Bundle, shell: Shell, language: string, words: Words): string {
  const page = filled(template, {
    lang: language,
    title: escape(`Kortlek · ${words["shelf.title"]}`),
    description: escape(words["shelf.pitch"]),
    late: escape(words["supply.late"]),
    reload: escape(words["gate.reload"]),
  });
  const chunks = [...shell.sources.map((source) => chunkOf(bundle, source)), messagesOf(bundle, language, "shared")];
  if (shell.words !== undefined) chunks.push(messagesOf(bundle, language, `of=${shell.words}`));
  const isNamed = (file: string): boolean => page.includes(`"/${file}"`);
  const links = filesOf(bundle, chunks)
    .filter((file) => !isNamed(file))
    .map(link);
  if (!shell.isLinked) return withHead(page, links);

  const boot = `<script type="module" async crossorigin src="/${chunkOf(bundle, "/src/boot.ts").fileName}"></script>`;
  const ahead = page.replace("<script", `${boot}\n    <script`);
  if (!shell.hasTable) return withHead(ahead, links);

  const known = filesOf(bundle, [chunkOf(bundle, "/index.html"), ...chunks]);
  const screens = [...screensBeyond(bundle, known, language)].map(([file, games]) => sleeping(file, games));
  return withHead(ahead, [...links, ...screens]);
}

const withHead = (page: string, lines: readonly string[]): string =>
  page.replace("</head>", `${lines.map((line) => `  ${line}\n  `).join("")}</head>`);

function textPage(
  template: string,
  path: string,
  language: string,
  languages: readonly string[],
  page: Page,
  words: Words,
): string {
  const others = languages.filter((each) => each !== language);
  const nameOf = (each: string): string => {
    const name = new Intl.DisplayNames(each, { type: "language" }).of(each) ?? each;
    return name.charAt(0).toLocaleUpperCase(each) + name.slice(1);
  };
  return filled(template, {
    lang: language,
    title: escape(`${page.title} · Kortlek`),
    description: escape(page.description),
    heading: escape(page.title),
    kind: path.split("/")[0] ?? "",
    languages: others
      .map((each) => `<a href="/${path}?lang=${each}" hreflang="${each}" lang="${each}">${nameOf(each)}</a>`)
      .join(" "),
    open: escape(words[path.startsWith("games/") ? "shelf.open" : "gate.shelf"]),
    content: page.html,
  });
}
