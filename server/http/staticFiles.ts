import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { clientFolder } from "../platform/installation/paths.ts";
import { readSetting } from "../platform/settings/settings.ts";
import type { Services } from "../services.ts";
import { isKnown, type Packing, packedText, packingFor, packings } from "./compression.ts";
import { policyFor } from "./requestGuards.ts";

const manifestFile = "manifest.webmanifest";

/** Every kind of file the client has. */
const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
};

/**
 * Serves the built client: its files as they are, packed for who takes that, and its pages at every
 * other address of a person. Into those goes the building's time zone, in which the client says
 * dates; into the manifest, with which the app is installed, its name.
 */
export async function mountClient(
  app: FastifyInstance,
  { config: { timeZone }, db }: Pick<Services, "config" | "db">,
  folder = clientFolder,
): Promise<void> {
  // In development Vite serves the client.
  if (!existsSync(folder)) return;
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    contentType: false,
    // Nothing here is so long that anybody would go on in the middle of it.
    acceptRanges: false,
  });
  const pages = pagesIn(folder, timeZone);
  const manifest = JSON.parse(readFileSync(join(folder, manifestFile), "utf8"));
  app.get(`/${manifestFile}`, (_, reply) =>
    reply
      .type("application/manifest+json")
      .header("cache-control", "no-cache")
      .send({ ...manifest, name: `${manifest.name} · ${readSetting(db, "buildingName")}` }),
  );
  const files = filesIn(folder);
  // Not a route for each of the many: Fastify takes its time for a route.
  app.get<{ Params: { file: string } }>("/assets/:file", (request, reply) => {
    const path = `assets/${request.params.file}`;
    const packed = files.get(path);
    if (!packed) throw new AppError("request.unknown_address");
    return sendFile(request, reply, path, packed);
  });
  for (const [path, packed] of files)
    if (!path.includes("/"))
      app.get(`/${path}`, (request, reply) => sendFile(request, reply, path, packed));
  app.get<{ Params: { "*": string } }>("/*", (request, reply) => {
    const { "*": path } = request.params;
    if (!isPage(request.url)) throw new AppError("request.unknown_address");
    return sendPage(request, reply, pages(path, request.url));
  });
}

/**
 * The pages: one for each address that the build made one for, and an empty one for all others.
 * What is painted is so for an address that asks for nothing but to be led on.
 */
function pagesIn(folder: string, timeZone: string) {
  const read = (name: string) => {
    const html = readFileSync(join(folder, name), "utf8");
    const policy = policyFor(html);
    const isPainted = /<div id="root"><(?!\/div>)/.test(html);
    const packed = packedText(html.replace("<html", `<html data-zone="${timeZone}"`));
    return { isPainted, policy, packed };
  };
  const empty = read("index.html");
  const made = join(folder, "pages");
  const names = existsSync(made) ? readdirSync(made, { recursive: true, encoding: "utf8" }) : [];
  const pages = new Map(
    names
      .filter((name) => name.endsWith(".html"))
      .map((name) => [
        name.replaceAll("\\", "/").replace(/(^index)?\.html$/, ""),
        read(join("pages", name)),
      ]),
  );
  return (path: string, url: string) => {
    const page = pages.get(path) ?? empty;
    return page.isPainted && !/^[^?]*(\?to=[^&]*)?$/.test(url) ? empty : page;
  };
}

/** The files by their path, and the ways in which each was packed. */
function filesIn(folder: string): Map<string, Set<Packing>> {
  const names = new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
  const files = new Map<string, Set<Packing>>();
  for (const name of names) {
    if (!(extname(name) in types)) continue;
    const packed = Object.keys(packings) as Packing[];
    const there = packed.filter((each) => names.has(name + packings[each]));
    files.set(name.replaceAll("\\", "/"), new Set(there));
  }
  return files;
}

function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  path: string,
  packed: Set<Packing>,
) {
  const packing = packingFor(headers["accept-encoding"], packed);
  // Vite puts a hash of the content into the names below assets/.
  const immutable = path.startsWith("assets/");
  void reply
    .type(types[extname(path)] ?? "")
    .header("cache-control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (packed.size > 0) void reply.header("vary", "accept-encoding");
  if (packing) void reply.header("content-encoding", packing);
  // Conditions of who changes something: nothing can be changed here.
  delete headers["if-match"];
  delete headers["if-unmodified-since"];
  return reply.sendFile(packing ? path + packings[packing] : path);
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { policy, packed }: ReturnType<ReturnType<typeof pagesIn>>,
) {
  const { body, headers } = await packed(request.headers["accept-encoding"]);
  void reply
    .headers({ ...headers, "cache-control": "no-cache", "content-security-policy": policy })
    .type("text/html; charset=utf-8");
  if (!isKnown(request.headers["if-none-match"], headers.etag ?? "")) return reply.send(body);
  return reply.removeHeader("content-encoding").code(304).send();
}

/**
 * An address of a screen, or of the empty page, which a device keeps for all of them: nothing of the
 * API's, no file, no way up and out.
 */
function isPage(url: string): boolean {
  if (url === "/index.html") return true;
  const path = (url.split("?")[0] ?? "").replace(/%2e/gi, ".").replace(/%2f|%5c|\\/gi, "/");
  return !path.startsWith("/api/") && !path.split("/").includes("..") && !/\.\w+$/.test(path);
}
