import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import type { Config } from "../../config.ts";
import { attempt } from "../../platform/files/attempt.ts";
import { start, startWith, unset } from "../../platform/installation/commands.ts";
import { version } from "../../platform/installation/paths.ts";
import { askHealth, nearAddress } from "../../platform/release/health.ts";
import { folderOf, holderOfPort, type Process } from "../processes.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/**
 * @param server the process that has the data folder open, if it is known
 * @param isRunning whether an installed server runs, which then has to answer
 */
export async function checkPort(
  { host, port, data }: Pick<Config, "host" | "port" | "data">,
  server: Process | null,
  isRunning: boolean,
): Promise<Finding> {
  if (port === 0) return ok("The server takes any free port.");
  const running = await askHealth(nearAddress(host, port));
  const holder = holderOfPort(port);
  const served = holder && folderOf(holder);
  // A busy server may not answer in time.
  if (running || served)
    return checkStoep(running, { port, data, holder, served }, server, isRunning);
  const code = await listenOnce(host, port);
  if (code === null && isRunning)
    return bad(`The server runs, but does not answer on port ${port}.`, start);
  if (code === null) return ok(`Port ${port} is free; no server is running.`);
  if (code === "EACCES") return bad(`Port ${port} is kept for the system.`, startWith("PORT=3000"));
  if (code !== "EADDRINUSE")
    return bad(`This machine does not have the address ${host}.`, `${unset("HOST")}; ${start}`);
  if (!holder)
    return bad(
      `Port ${port} is taken by another program.`,
      `sudo ss -ltnp 'sport = :${port}' names it: stop that, or choose another port with PORT`,
    );
  return bad(
    `Port ${port} is taken by ${holder.program} (process ${holder.pid}).`,
    `kill ${holder.pid} stops it; or choose another port with PORT`,
  );
}

interface Found {
  port: number;
  data: string;
  holder: Process | null;
  /** The data folder that it uses. */
  served: string | null;
}

function checkStoep(
  running: string | null,
  { port, data, holder, served }: Found,
  server: Process | null,
  isRunning: boolean,
): Finding {
  const onDisk = attempt(() => realpathSync(data), data);
  if (holder && served && !server && served !== onDisk)
    return bad(
      `The Stoep ${running ? "that answers " : ""}on port ${port} (process ${holder.pid}) uses the data in ${served}, and no Stoep uses those in ${data}.`,
      `Stop it (kill ${holder.pid}), or give one of them another PORT, or give doctor the right STOEP_DATA.`,
    );
  if (holder && server && holder.pid !== server.pid)
    return warn(
      `A Stoep ${running ? "answers" : "is"} on port ${port}, but another one (process ${server.pid}) uses this data folder.`,
      "Give doctor the same STOEP_DATA and PORT that the server was started with.",
    );
  if (!running)
    return bad(
      `The server runs, but does not answer on port ${port}.`,
      isRunning ? start : `kill ${holder?.pid} stops it, then: ${start}`,
    );
  if (running === version) return ok(`Stoep ${running} answers on port ${port}.`);
  return warn(
    `Stoep ${running} answers on port ${port}, this program is ${version}.`,
    `Restart the server: ${start}`,
  );
}

/** Listens for an instant. Returns the error, or null when it worked. */
const listenOnce = (host: string, port: number) =>
  new Promise<string | null>((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
