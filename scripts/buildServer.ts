// Bundles the server and the command line into dist/server.
import { rm, writeFile } from "node:fs/promises";
import { packagesFile, packagesOf } from "./notices.ts";
import { bundle } from "./packing/bundle.ts";

await rm("dist/server", { recursive: true, force: true });
const files = await bundle("dist/server");
await writeFile(packagesFile("server"), JSON.stringify(packagesOf(files)));
