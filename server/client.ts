import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { AppError } from "./errors.ts";
import { clientFolder } from "./paths.ts";
import { readSetting } from "./platform/settings/settings.ts";
import type { House } from "./trpc.ts";

const manifestFile = "manifest.webmanifest";

/**
 * Serves the built client: its files as they are, and its page at every other address of a person.
 * Into the page goes the building's time zone, in which the client says dates; into the manifest, with
 * which the app is installed, its name.
 */
export async function mountClient(
  app: FastifyInstance,
  { config: { timeZone }, db }: House,
): Promise<void> {
  // In development Vite serves the client.
  if (!existsSync(clientFolder)) return;
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    globIgnore: [manifestFile],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Vite puts a hash of the content into the names below assets/.
      const immutable = path.includes("/assets/");
      void reply.setHeader(
        "cache-control",
        immutable ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  const page = readFileSync(join(clientFolder, "index.html"), "utf8").replace(
    "<html",
    `<html data-zone="${timeZone}"`,
  );
  const manifest = JSON.parse(readFileSync(join(clientFolder, manifestFile), "utf8"));
  app.get(`/${manifestFile}`, (_, reply) =>
    reply
      .type("application/manifest+json")
      .header("cache-control", "no-cache")
      .send({ ...manifest, name: `${manifest.name} · ${readSetting(db, "buildingName")}` }),
  );
  app.get("/*", (request, reply) => {
    if (!isPage(request.url)) throw new AppError("request.unknown_address");
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
  });
}

/** An address of a screen: nothing of the API's, no file, no way up and out. */
function isPage(url: string): boolean {
  const path = (url.split("?")[0] ?? "").replace(/%2e/gi, ".").replace(/%2f|%5c|\\/gi, "/");
  return !path.startsWith("/api/") && !path.split("/").includes("..") && !/\.\w+$/.test(path);
}
