import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Rolldown, build } from "vite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Build, serviceWorker } from "../plugins/service-worker.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "kortlek-worker-"));
});
afterEach(() => rm(root, { recursive: true }));

const PAGES: Readonly<Record<string, string>> = { "index.en.html": "shelf", "games/rows.sv.html": "regler" };

/** What the worker of a small client would be: one script with one lazy chunk, and a page in each language. */
async function worker({ greeting = "hello", pages = PAGES } = {}) {
  await writeFile(join(root, "main.js"), "document.title = 'x'; import('./lazy.js');");
  await writeFile(join(root, "lazy.js"), `document.title = ${JSON.stringify(greeting)};`);
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: "silent",
    build: { write: false, rolldownOptions: { input: join(root, "main.js") } },
    plugins: [
      {
        name: "pages",
        generateBundle: function () {
          for (const [fileName, source] of Object.entries(pages)) this.emitFile({ type: "asset", fileName, source });
        },
      },
      serviceWorker(),
    ],
  })) as Rolldown.RolldownOutput;
  const found = output.find(({ fileName }) => fileName === "sw.js");
  if (found?.type !== "chunk") throw new Error("There is no worker");
  const json = /\{"name":.*?"languages":\[.*?\]\}/.exec(found.code)?.[0];
  return { code: found.code, known: JSON.parse(json ?? "null") as Build, files: output.map(({ fileName }) => fileName) };
}

test("the worker lies at the root, is one plain script, and knows every hashed file", async () => {
  const { code, known, files } = await worker();
  expect(known.files).toEqual(files.filter((file) => file.startsWith("assets/")).map((file) => `/${file}`).sort());
  expect(known.files).toHaveLength(2);
  expect(code).not.toMatch(/__BUILD__|^\s*(?:import|export)\b/m);
});

test("it knows each page by the address under which the server gives it, and by its bytes", async () => {
  const { known } = await worker();
  expect(known.pages).toEqual({
    "/?lang=en": "sha256-Pu+kLVIGTEgAMKRdWBPCUKnRWuseYpbq5oykAea7Hm8=",
    "/games/rows?lang=sv": expect.stringMatching(/^sha256-/),
  });
  expect(known.languages).toEqual(["en", "sv"]);
});

test("the same sources give the same worker, and another byte anywhere gives another", async () => {
  const first = await worker();
  expect((await worker()).code).toBe(first.code);
  expect((await worker({ greeting: "good day" })).known.name).not.toBe(first.known.name);
  expect((await worker({ pages: { "index.en.html": "shelf.", "games/rows.sv.html": "regler" } })).known.name).not.toBe(
    first.known.name,
  );
});

test("a shell without an address of its own is not fetched: there is none to fetch it from", async () => {
  const { known } = await worker({ pages: { "index.en.html": "shelf", "shells/room.en.html": "room" } });
  expect(Object.keys(known.pages)).toEqual(["/?lang=en"]);
});
