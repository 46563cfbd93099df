/**
 * `build/schema/<name>.json` (written by `python -m gateway.schema`) becomes `src/wire/<name>.gen.ts`.
 *
 * The same input gives the same bytes, so that a difference in the repository is drift.
 */

import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const SCHEMAS = new URL("../../build/schema/", import.meta.url);
const WIRE = new URL("../src/wire/", import.meta.url);

/** json-schema-to-typescript knows the older name of `$defs`; and a value of any type is `unknown`. */
function prepared(text) {
  const { $defs } = JSON.parse(text.replaceAll("#/$defs/", "#/definitions/"), (_, value) =>
    isAnything(value) ? { tsType: "unknown" } : value,
  );
  return { title: "Unused", definitions: $defs };
}

const isAnything = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0;

/** The compiler wants one root type and says of every other that the root mentions it: neither is ours. */
const withoutRoot = (code) =>
  code
    .replace(/export interface Unused \{[^}]*\}\n/, "")
    .replace(/( \*\n)? \* This interface was referenced by `Unused`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g, "")
    .replace(/\/\*\*\n \*\/\n/g, "");

async function generate(name) {
  const schema = prepared(await readFile(new URL(`${name}.json`, SCHEMAS), "utf8"));
  const code = await compile(schema, "Unused", {
    additionalProperties: false,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    bannerComment: `/* Generated from build/schema/${name}.json by "npm run types". Not to be edited. */`,
    style: { printWidth: 110, semi: true, singleQuote: false },
  });
  await writeFile(new URL(`${name}.gen.ts`, WIRE), withoutRoot(code));
}

for (const file of await readdir(WIRE)) if (file.endsWith(".gen.ts")) await rm(new URL(file, WIRE));
const names = (await readdir(SCHEMAS)).filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5));
for (const name of names.sort()) await generate(name);
