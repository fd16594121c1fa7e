// Starts Directus as its own command does, on a free port, and prints its address. Run it in the
// folder where Directus is installed, with its settings in the environment.
import { once } from "node:events";
import { createServer } from "node:net";
import { env } from "node:process";
import { setTimeout as pause } from "node:timers/promises";

const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
env.PORT = String(probe.address().port);
await new Promise((resolve) => probe.close(resolve));

const { startServer } = await import("@directus/api/server");
await startServer();
const url = `http://127.0.0.1:${env.PORT}`;
while (!(await fetch(`${url}/server/ping`).catch(() => null))?.ok) await pause(100);
console.log(`listening on ${url}`);
