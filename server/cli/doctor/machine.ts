import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { root, version } from "../../paths.ts";
import { sized } from "../words.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/** Compares dotted version numbers: negative when `a` is the older one. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((each) => each.split(".").map(Number));
  const differences = [0, 1, 2].map((part) => (left?.[part] ?? 0) - (right?.[part] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** @param running such as `22.11.0` */
export function checkNode(running: string): Finding {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const wanted = String(engines.node).replace(/[^\d.]/g, "");
  if (compareVersions(running, wanted) >= 0) return ok(`Node ${running}.`);
  return bad(`Node ${running} is too old.`, `Install Node ${wanted} or later, then: scripts/start`);
}

export function checkFolder(folder: string): Finding {
  if (!existsSync(folder))
    return warn(`The data folder ${folder} is not there yet.`, "scripts/start makes it.");
  if (!statSync(folder).isDirectory())
    return bad(`${folder} is no folder.`, "Set STOEP_DATA to another one.");
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return bad(`The data folder ${folder} may not be written to.`, `sudo chown -R $USER ${folder}`);
  }
  return ok(`The data folder ${folder} can be written to.`);
}

const needed = 100e6;
const comfortable = 1e9;

/** The disk the data folder is on, or will be. */
export async function checkSpace(folder: string): Promise<Finding[]> {
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  const says = `${sized(free)} are free on the disk.`;
  const mend = `Move old files off it: du -xh ${place} | sort -h | tail`;
  if (free < needed) return [bad(says, mend)];
  return [free < comfortable ? warn(says, mend) : ok(says)];
}

/** Whether our server answers on the port, or else could listen there. */
export async function checkPort(host: string, port: number): Promise<Finding> {
  if (port === 0) return ok("The server takes any free port.");
  const near = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const running = await askHealth(`http://${near.includes(":") ? `[${near}]` : near}:${port}`);
  if (running === version) return ok(`Stoep ${running} answers on port ${port}.`);
  if (running)
    return warn(
      `Stoep ${running} answers on port ${port}, this is ${version}.`,
      "Restart the server: scripts/start",
    );
  const code = await listenOnce(host, port);
  if (code === null) return ok(`Port ${port} is free; no server is running.`);
  if (code === "EACCES")
    return bad(`Port ${port} is kept for the system.`, "Set PORT to one from 1024 on.");
  if (code === "EADDRNOTAVAIL")
    return bad(`This machine does not have the address ${host}.`, "Leave HOST out.");
  return bad(`Port ${port} is taken by another program.`, `ss -ltnp 'sport = :${port}' names it.`);
}

/** The version of the Stoep there, or null. */
async function askHealth(origin: string): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(3_000) });
    const health = (await answer.json()) as { version?: unknown; status?: unknown };
    return health.status && health.version ? String(health.version) : null;
  } catch {
    return null;
  }
}

/** Listens for an instant. Answers why it could not, or null. */
const listenOnce = (host: string, port: number) =>
  new Promise<string | null>((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
