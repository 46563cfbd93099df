/**
 * `sw.js` at the root of the build: `worker/sw.ts`, told which files and pages this build has.
 *
 * Runs last, when all names and pages are known. The build's name is made of them, so that a build with one
 * other byte is another one, and the same sources give the same worker.
 */

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";

/** What the worker knows of its build. */
export interface Build {
  name: string;
  /** Paths of the files with a hash in their name. */
  files: readonly string[];
  /** Addresses of the pages, each with the integrity of its bytes. */
  pages: Readonly<Record<string, string>>;
  /** The first is what speaks to whoever wants none of them. */
  languages: readonly string[];
}

const WORKER = fileURLToPath(new URL("../worker/sw.ts", import.meta.url));
const FILE = "sw.js";
const FIRST = "en";

export function serviceWorker(): Plugin {
  return {
    name: "kortlek:service-worker",
    apply: "build",
    buildStart: function () {
      this.emitFile({ type: "chunk", id: WORKER, fileName: FILE });
    },
    generateBundle: {
      order: "post",
      handler: (_, bundle) => {
        const worker = bundle[FILE];
        if (worker?.type !== "chunk") throw new Error("The worker is missing from the build");
        if (worker.imports.length > 0) throw new Error("The worker must not import anything");
        worker.code = worker.code.replace("__BUILD__", () => JSON.stringify(described(bundle)));
      },
    },
  };
}

/** The build as its worker sees it. */
export function described(bundle: Rolldown.OutputBundle): Build {
  const files: string[] = [];
  const pages: Record<string, string> = {};
  const languages = new Set([FIRST]);
  for (const output of Object.values(bundle).sort((one, other) => (one.fileName < other.fileName ? -1 : 1))) {
    const [, path, language] = /^(.+)\.(\w\w)\.html$/.exec(output.fileName) ?? [];
    if (output.fileName.startsWith("assets/")) files.push(`/${output.fileName}`);
    if (output.type !== "asset" || path === undefined || language === undefined) continue;
    if (path.startsWith("shells/")) continue; // has no address of its own; the shelf's does for it without a server
    languages.add(language);
    pages[`/${path === "index" ? "" : path}?lang=${language}`] = `sha256-${sha256(output.source).toString("base64")}`;
  }
  const name = sha256(JSON.stringify([files, pages])).toString("hex").slice(0, 16);
  return { name, files, pages, languages: [...languages] };
}

const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
