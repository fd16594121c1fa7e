// How long a wrong sign-in takes for existing and unknown usernames: the medians must be within 10
// % of each other. Needs an otherwise idle machine.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "../../server/app.ts";
import { readConfig } from "../../server/config.ts";
import { addPerson } from "../../server/features/people/service.ts";
import { hashPassword } from "../../server/platform/auth/passwords/passwords.ts";
import { createServices } from "../../server/services.ts";
import { median } from "./figures.ts";

const rounds = 160;
const data = mkdtempSync(join(tmpdir(), "stoep-bench-"));
const config = readConfig({ STOEP_DATA: data, LOG_LEVEL: "silent" });
let ms = Date.now();
const services = createServices(config, { clock: () => new Date(ms) });
const app = await buildApp(services);
const address = await app.listen({ host: "127.0.0.1", port: 0 });
const headers = { "content-type": "application/json" };

const person = (name: string) => ({
  role: "Resident" as const,
  name,
  surname: "Nkosi",
  username: name,
  idNumber: "1",
  email: `${name}@example.co.za`,
  cellPhone: "082 123 4567",
});
const machine = { accountId: null, origin: "bench" };
const hash = await hashPassword("a long password");
addPerson(services.db, machine, person("known"), { hash, chosenBy: "themselves" }, services.now());
addPerson(services.db, machine, person("invited"), null, services.now());

const times: Record<string, number[]> = { known: [], invited: [], nobody: [] };
for (let round = 0; round < rounds; round += 1)
  for (const [username, all] of Object.entries(times)) {
    // Moves the clock on, so that the previous attempt does not cause a delay.
    ms += 2 * 86_400_000;
    const begun = performance.now();
    const body = JSON.stringify({ username, password: "a wrong password" });
    const { status } = await fetch(`${address}/api/auth/sign-in`, {
      method: "POST",
      headers,
      body,
    });
    if (status !== 401) throw new Error(`${username} was answered ${status}`);
    if (round >= 10) all.push(performance.now() - begun);
  }

const known = median(times.known ?? []);
console.log("A wrong password, median of", rounds - 10);
for (const [name, all] of Object.entries(times))
  console.log(
    `${name.padEnd(8)} ${median(all).toFixed(2)} ms  ${(median(all) / known).toFixed(3)}`,
  );

await app.close();
await services.backups.close();
services.db.$client.close();
rmSync(data, { recursive: true });
