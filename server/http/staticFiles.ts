import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic, { type SetHeadersResponse } from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";
import { clientFolder } from "../platform/installation/paths.ts";
import { readSetting } from "../platform/settings/settings.ts";
import type { Services } from "../services.ts";
import { isKnown } from "./compression.ts";

const manifestFile = "manifest.webmanifest";
/** Files that the build compressed, beside the ones they were made of. */
const compressed = /\.(br|gz)$/;

const cacheControl = { assets: "public, max-age=31536000, immutable", others: "no-cache" };

const options = (kind: keyof typeof cacheControl) => ({
  preCompressed: true,
  index: false as const,
  // No file is so long that anybody would go on in the middle of it.
  acceptRanges: false,
  cacheControl: false,
  setHeaders(response: SetHeadersResponse) {
    response.setHeader("vary", "accept-encoding");
    response.setHeader("cache-control", cacheControl[kind]);
  },
});

/**
 * Serves the built client: its files, and its one page at every address of a screen. The building's
 * time zone, in which the client says dates, goes into the page. The building's name goes into the
 * manifest, with which the app is installed.
 */
export async function mountClient(
  app: FastifyInstance,
  { config: { timeZone }, db }: Pick<Services, "config" | "db">,
  folder = clientFolder,
): Promise<void> {
  // In development Vite serves the client.
  if (!existsSync(folder)) return;
  await app.register((scope) => mountFiles(scope, folder));
  const manifest = JSON.parse(readFileSync(join(folder, manifestFile), "utf8"));
  app.get(`/${manifestFile}`, (_, reply) =>
    reply
      .type("application/manifest+json")
      .header("cache-control", "no-cache")
      .send({ ...manifest, name: `${manifest.name} · ${readSetting(db, "buildingName")}` }),
  );
  mountPage(app, readFileSync(join(folder, "index.html"), "utf8"), timeZone);
}

async function mountFiles(app: FastifyInstance, folder: string): Promise<void> {
  app.addHook("onRequest", ({ headers }, _reply, done) => {
    // Conditions of who changes something: nothing can be changed here.
    delete headers["if-match"];
    delete headers["if-unmodified-since"];
    done();
  });
  // Vite puts a hash of the content into these names.
  await app.register(fastifyStatic, {
    ...options("assets"),
    root: join(folder, "assets"),
    prefix: "/assets/",
    allowedPath: (path) => !compressed.test(path),
  });
  await app.register(fastifyStatic, {
    ...options("others"),
    root: folder,
    wildcard: false,
    globIgnore: ["assets/**", "*.html", "manifest.*", "*.br", "*.gz"],
    decorateReply: false,
  });
}

/** Answers every address of a screen with the page; the client's router finds the screen. */
function mountPage(app: FastifyInstance, html: string, timeZone: string): void {
  const page = html.replace("<html", `<html data-zone="${timeZone}"`);
  const etag = `"${hash("sha256", page, "base64url")}"`;
  app.get("/*", ({ url, headers }, reply) => {
    if (!isPage(url)) throw new AppError("request.unknown_address");
    void reply.headers({ etag, "cache-control": "no-cache" }).type("text/html; charset=utf-8");
    return isKnown(headers["if-none-match"], etag) ? reply.code(304).send() : reply.send(page);
  });
}

/** The address of a screen, or of the page itself; not of the API, of a file or of a folder above. */
function isPage(url: string): boolean {
  if (url === "/index.html") return true;
  const path = (url.split("?")[0] ?? "").replace(/%2e/gi, ".").replace(/%2f|%5c|\\/gi, "/");
  return !path.startsWith("/api/") && !path.split("/").includes("..") && !/\.\w+$/.test(path);
}
