import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { needsSetup } from "./features/setup/service.ts";
import { makeHouse } from "./house.ts";
import { becomeOwnerOf, takeInstalledSettings } from "./installation.ts";
import { houseJobs } from "./jobs.ts";
import { sweepPartialFiles } from "./platform/files/files.ts";
import { holdData } from "./platform/files/lock.ts";
import { openCertificates } from "./platform/https/certificates.ts";
import { startJobs } from "./platform/jobs/jobs.ts";
import { addressesOf, setupLinkOf } from "./signpost.ts";
import { troubleInWords } from "./trouble.ts";

async function main(): Promise<void> {
  // What Stoep writes is for its own user alone.
  process.umask(0o077);
  takeInstalledSettings();
  const config = readConfig();
  becomeOwnerOf(config.data);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const release = holdData(config.data);
  const certificates = await openCertificates(config, { tell: console.error });
  let port = config.port;
  const house = makeHouse(config, { port: () => port, certificates });
  await sweepPartialFiles(config.uploads);
  const app = await buildApp(house);
  await app.listen({ host: config.host, port: config.port });
  port = (app.server.address() as AddressInfo).port;
  const jobs = startJobs(houseJobs(house), app.log);

  console.log(`Stoep is listening on ${certificates ? "https" : "http"}://127.0.0.1:${port}`);
  console.log(addressesOf(house));
  if (needsSetup(house.db)) console.log(await setupLinkOf(house));

  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    await app.close();
    await jobs.stop();
    await sweepPartialFiles(config.uploads);
    house.db.$client.close();
    release();
    process.exit(0);
  };
  process.on("SIGTERM", close);
  process.on("SIGINT", close);
}

main().catch((error: unknown) => {
  console.error(troubleInWords(error) ?? error);
  process.exit(1);
});
