/**
 * The HTML of the build: the client's shell once for each language, and every game's page.
 *
 * `index.<language>.html` differs from `index.html` (English) in its words and in the file of messages
 * it fetches ahead. In front of the client comes `boot.ts`, which opens a room's socket.
 * `content/<language>/<game>.md` becomes `games/<game>.<language>.html`, and `content/<language>/about/` is
 * what is said beside the games; both are complete without any script.
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
  "gate.shelf": string;
}

/** What a shell names before the client asks for it. */
interface Ahead {
  boot: string;
  messages: string;
  screens: string;
}

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

        const shell = take(bundle, "index.html");
        const boot = chunkFile(bundle, "/src/boot.ts");
        for (const [language, spoken] of words) {
          const messages = chunkFile(bundle, `/src/i18n/${language}.json?shared`);
          const ahead = { boot, screens: screenLinks(bundle, language), messages };
          const page = shellIn(shell, language, spoken, ahead);
          emit(`index.${language}.html`, page);
          if (language === FIRST) emit("index.html", page);
        }

        const template = take(bundle, "page.html");
        for (const [language, messages] of words)
          for (const file of await contentOf(join(root, "content", language))) {
            const path = file.includes("/") ? file : `games/${file}`;
            const page = render(await readFile(join(root, "content", language, `${file}.md`), "utf8"));
            emit(`${path}.${language}.html`, textPage(template, path, language, languages, page, messages));
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

/** The hashed file that a source file has become. */
function chunkFile(bundle: Bundle, source: string): string {
  for (const output of Object.values(bundle))
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(source)) return output.fileName;
  throw new Error(`${source} is missing from the build`);
}

/** Links to each game's screen and its words that do nothing until `boot.ts` says what they are. */
function screenLinks(bundle: Bundle, language: string): string {
  const links: string[] = [];
  for (const output of Object.values(bundle)) {
    const game = output.type === "chunk" ? /\/src\/games\/(\w+)\/index\.ts$/.exec(output.facadeModuleId ?? "")?.[1] : undefined;
    if (output.type !== "chunk" || game === undefined) continue;
    for (const script of [output.fileName, chunkFile(bundle, `/src/i18n/${language}.json?of=${game}`)])
      links.push(`<link data-game="${game}" data-rel="modulepreload" crossorigin href="/${script}">`);
    for (const style of output.viteMetadata?.importedCss ?? [])
      links.push(`<link data-game="${game}" data-rel="preload" as="style" crossorigin href="/${style}">`);
  }
  return links.join("\n    ");
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

function shellIn(shell: string, language: string, words: Words, ahead: Ahead): string {
  const page = filled(shell, {
    lang: language,
    title: escape(`Kortlek · ${words["shelf.title"]}`),
    description: escape(words["shelf.pitch"]),
  });
  return page
    .replace("<script", `<script type="module" async crossorigin src="/${ahead.boot}"></script>\n    <script`)
    .replace("</head>", `  <link rel="modulepreload" crossorigin href="/${ahead.messages}">\n    ${ahead.screens}\n  </head>`);
}

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
    alternates: [
      ...languages.map((each) => [each, `/${path}?lang=${each}`]),
      ["x-default", `/${path}`],
    ]
      .map(([each, href]) => `<link rel="alternate" hreflang="${each}" href="${href}">`)
      .join("\n    "),
    languages: others
      .map((each) => `<a href="/${path}?lang=${each}" hreflang="${each}" lang="${each}">${nameOf(each)}</a>`)
      .join(" "),
    open: escape(words[path.startsWith("games/") ? "shelf.open" : "gate.shelf"]),
    content: page.html,
  });
}
