/**
 * The HTML of the build: the client's shell once for each language, and every game's page.
 *
 * `index.<language>.html` differs from `index.html` (English) in its words and in the file of messages
 * it fetches ahead. `games/<game>.<language>.html` is complete without any script.
 */

import { readFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { type Page, render } from "./markdown.ts";

type Bundle = Rolldown.OutputBundle;

interface Words {
  [key: string]: unknown;
  rules: string;
  "shelf.title": string;
  "shelf.pitch": string;
  "shelf.open": string;
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
        for (const [language, messages] of words) {
          const page = shellIn(shell, language, messages, messagesFile(bundle, language));
          emit(`index.${language}.html`, page);
          if (language === FIRST) emit("index.html", page);
        }

        const template = take(bundle, "page.html");
        for (const [language, messages] of words)
          for (const file of await readdir(join(root, "content", language))) {
            const slug = basename(file, ".md");
            const page = render(await readFile(join(root, "content", language, file), "utf8"));
            emit(`games/${slug}.${language}.html`, gamePage(template, slug, language, languages, page, messages));
          }
      },
    },
  };
}

/** Take a template out of the build; what is made of it goes in instead. */
function take(bundle: Bundle, name: string): string {
  const asset = bundle[name];
  if (asset?.type !== "asset") throw new Error(`${name} is missing from the build`);
  delete bundle[name];
  return String(asset.source);
}

/** The hashed file that holds a language's messages. */
function messagesFile(bundle: Bundle, language: string): string {
  for (const output of Object.values(bundle))
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(`/src/i18n/${language}.json`)) return output.fileName;
  throw new Error(`The messages of ${language} are missing from the build`);
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

function shellIn(shell: string, language: string, words: Words, messages: string): string {
  const page = filled(shell, {
    lang: language,
    title: escape(`Kortlek · ${words["shelf.title"]}`),
    description: escape(words["shelf.pitch"]),
  });
  return page.replace("</head>", `  <link rel="modulepreload" crossorigin href="/${messages}">\n  </head>`);
}

function gamePage(
  template: string,
  slug: string,
  language: string,
  languages: readonly string[],
  page: Page,
  words: Words,
): string {
  const others = languages.filter((each) => each !== language);
  const nameOf = (each: string): string => new Intl.DisplayNames(each, { type: "language" }).of(each) ?? each;
  return filled(template, {
    lang: language,
    title: escape(`${page.title} · Kortlek`),
    description: escape(page.description),
    heading: escape(page.title),
    alternates: languages
      .map((each) => `<link rel="alternate" hreflang="${each}" href="/games/${slug}?lang=${each}">`)
      .join("\n    "),
    languages: others
      .map((each) => `<a href="/games/${slug}?lang=${each}" hreflang="${each}" lang="${each}">${nameOf(each)}</a>`)
      .join(" "),
    open: escape(words["shelf.open"]),
    content: page.html,
  });
}
