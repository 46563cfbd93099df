/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses. */

import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(css|html|js|json|svg|txt)$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export function compress(): Plugin {
  let outDir = "dist";
  return {
    name: "kortlek:compress",
    apply: "build",
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler: async () => {
        const files = await readdir(outDir, { recursive: true });
        await Promise.all(
          files
            .filter((file) => TEXT.test(file))
            .map(async (file) => {
              const path = join(outDir, file);
              const bytes = await readFile(path);
              const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
              await writeFile(`${path}.br`, await toBrotli(bytes, { params }));
              await writeFile(`${path}.gz`, await toGzip(bytes, { level: 9 }));
            }),
        );
      },
    },
  };
}
