// Compresses the built client once, as well as possible, so that the server only chooses the
// encoding a browser accepts.
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const folder = fileURLToPath(new URL("../dist/client/", import.meta.url));
/**
 * Screen fonts and pictures are compressed already. The server compresses the page itself when it
 * starts, because it adds the time zone first.
 */
const worthIt = /\.(js|css|svg|json|ttf)$/;

const packings = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

async function pack(file) {
  const content = await readFile(file);
  for (const [ending, packed] of Object.entries(packings)) {
    const smaller = await packed(content);
    if (smaller.length < content.length) await writeFile(`${file}.${ending}`, smaller);
  }
}

await Promise.all(
  readdirSync(folder, { recursive: true })
    .filter((name) => worthIt.test(name))
    .map((name) => pack(join(folder, name))),
);
