import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic, { type SetHeadersResponse } from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestError } from "../errors.ts";
import { escaped } from "../platform/https/escapeMarkup.ts";
import { clientFolder } from "../platform/installation/paths.ts";
import type { Services } from "../services.ts";
import { packText, sendPacked } from "./packedText.ts";

const manifestFile = "manifest.webmanifest";
/** Folders, compressed files, which lie beside the originals, and paths with "..". */
const unknown = /\.(br|gz)$|[\\/]$|(^|[\\/])\.\.([\\/]|$)/;

const cacheControl = { assets: "public, max-age=31536000, immutable", others: "no-cache" };

const options = (kind: keyof typeof cacheControl) => ({
  preCompressed: true,
  index: false as const,
  // No file is large enough for clients to resume a download.
  acceptRanges: false,
  cacheControl: false,
  setHeaders(response: SetHeadersResponse) {
    response.setHeader("vary", "accept-encoding");
    response.setHeader("cache-control", cacheControl[kind]);
  },
});

/** The page gets the time zone and branding, the web app manifest the building's name. */
export async function mountClient(
  app: FastifyInstance,
  { config: { timeZone } }: Pick<Services, "config">,
  brandingOf: () => Branding,
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
      .send({ ...manifest, name: `${manifest.name} · ${brandingOf().name}` }),
  );
  const pageFor = pages(readFileSync(join(folder, "index.html"), "utf8"), timeZone);
  // The client's router finds the screen.
  app.get("/*", (request, reply) => {
    if (!isPage(request)) throw requestError("request.unknown_address");
    return sendPacked(request, reply, "text/html; charset=utf-8", pageFor(brandingOf()).packed);
  });
}

/** The building's name and the version of its picture, which every page shows from the start. */
interface Branding {
  name: string;
  picture: string | null;
}

async function mountFiles(app: FastifyInstance, folder: string): Promise<void> {
  app.addHook("onRequest", ({ headers }, _reply, done) => {
    // Conditions for changes make no sense here, because nothing can be changed.
    delete headers["if-match"];
    delete headers["if-unmodified-since"];
    done();
  });
  // Vite puts a hash of the content into these names.
  await app.register(fastifyStatic, {
    ...options("assets"),
    root: join(folder, "assets"),
    prefix: "/assets/",
    allowedPath: (path) => !unknown.test(path),
  });
  await app.register(fastifyStatic, {
    ...options("others"),
    root: folder,
    wildcard: false,
    globIgnore: ["assets/**", "*.html", "manifest.*", "*.br", "*.gz"],
    decorateReply: false,
  });
}

/** The page with what it needs to know from the start, compressed once for each branding. */
function pages(html: string, timeZone: string) {
  const made = ({ name, picture }: Branding) => {
    const shown = `data-building="${escaped(name)}"${picture ? ` data-picture="${picture}"` : ""}`;
    // A function, because a "$" in the name must not mean anything.
    const page = html.replace("<html", () => `<html data-zone="${timeZone}" ${shown}`);
    return { name, picture, packed: packText(page) };
  };
  let last: ReturnType<typeof made> | undefined;
  return (branding: Branding) => {
    if (last?.name !== branding.name || last.picture !== branding.picture) last = made(branding);
    return last;
  };
}

/** Whether this is the address of a screen, not of the API or a file, and without "..". */
function isPage({ url, headers: { accept } }: FastifyRequest): boolean {
  if (url === "/index.html") return true;
  const path = (url.split("?")[0] ?? "").replace(/%2e/gi, ".").replace(/%2f|%5c|\\/gi, "/");
  if (path.startsWith("/api/") || path.split("/").includes("..")) return false;
  // A browser that goes to a file that is not there shows the page for it.
  return !/\.\w+$/.test(path) || !!accept?.includes("text/html");
}
