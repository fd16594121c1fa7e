import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../server/platform/installation/paths.ts";
import { packagesOf } from "./notices.ts";

test("the packages of a bundle come from the paths of its files, each once", () => {
  const files = [
    ...["server/main.ts", "node_modules/fastify/lib/route.js", "node_modules/fastify/fastify.js"],
    ...["../node_modules/@trpc/server/src/index.ts", "\0rolldown/runtime.js"],
    "/work/node_modules/a/node_modules/@scope/b/c.js?url",
  ];
  expect(packagesOf(files)).toEqual(["@scope/b", "@trpc/server", "fastify"]);
});

test("the image runs as nobody of this machine, keeps data in a volume and checks its health", () => {
  const lines = readFileSync(join(root, "Dockerfile"), "utf8");
  expect(lines).toMatch(/^ARG FROM=\S+\n[\s\S]*^FROM \$\{FROM\}$/m);
  expect(lines).toMatch(/^USER 10001:10001$/m);
  expect(lines).toMatch(/^VOLUME \/data$/m);
  expect(lines).toMatch(/^HEALTHCHECK [\s\S]*\/api\/health/m);
});
