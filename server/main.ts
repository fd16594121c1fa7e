import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { buildApp } from "./app.ts";
import { addressesOf, setupMessage } from "./cli/startMessage.ts";
import { type Config, readConfig } from "./config.ts";
import { deleteSetupLinkFile, needsSetup } from "./features/building/setup/service.ts";
import { scheduledJobs } from "./jobs.ts";
import { finishReplacing } from "./platform/backup/restore/replace.ts";
import { type Backups, createBackups } from "./platform/backup/scheduler.ts";
import { sweepPartialFiles } from "./platform/files/files.ts";
import { holdData } from "./platform/files/lock.ts";
import { isNoted } from "./platform/files/rows.ts";
import { systemErrorInWords } from "./platform/health/systemErrors.ts";
import { openCertificates } from "./platform/https/certificates.ts";
import type { Certificates } from "./platform/https/currentPair.ts";
import { becomeOwnerOf, takeInstalledSettings } from "./platform/installation/installation.ts";
import { startJobs } from "./platform/jobs/jobs.ts";
import { nearAddress } from "./platform/release/health.ts";
import type { Services } from "./services.ts";
import { createServices } from "./services.ts";

/** Serves until a signal ends the process. To restore a backup, it stops and starts again. */
async function main(): Promise<void> {
  // Only Stoep's own user may read the files it writes.
  process.umask(0o077);
  takeInstalledSettings();
  const config = readConfig();
  becomeOwnerOf(config.data);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const release = holdData(config.data);
  await finishReplacing(config);
  const backups = createBackups(config, () => new Date());
  await backups.restore.sweep();
  let ending = false;
  const stopSignal = new Promise<void>((resolve) => {
    const end = () => {
      ending = true;
      resolve();
    };
    process.on("SIGTERM", end);
    process.on("SIGINT", end);
  });
  let { port } = config;
  while (!ending) {
    // Opened each time, because a restored backup may contain another certificate authority.
    const certificates = await openCertificates(config, { tell: console.error });
    const serving = await serve({ config, backups, certificates }, port);
    ({ port } = serving);
    await Promise.race([stopSignal, backups.restore.untilConfirmed()]);
    if (ending) await backups.close();
    await serving.stop();
    if (!ending) await backups.restore.putInPlace(new Date().toISOString());
  }
  release();
  process.exit(0);
}

/** The parts that continue while the data are replaced. */
interface Lasting {
  config: Config;
  backups: Backups;
  certificates: Certificates | null;
}

/** Opens the services. If just restored data cannot be opened, it puts the previous ones back. */
async function openServices(lasting: Lasting, port: () => number): Promise<Services> {
  const { config, ...parts } = lasting;
  const { backups } = parts;
  try {
    return createServices(config, { port, ...parts });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (!(await backups.restore.putBack(why, new Date().toISOString()))) throw error;
    console.error(`What was restored could not be opened: ${why}`);
    return createServices(config, { port, ...parts });
  }
}

/** @param wanted the port to listen on; 0 for any */
async function serve(lasting: Lasting, wanted: number) {
  const { config, certificates } = lasting;
  let port = wanted;
  const services = await openServices(lasting, () => port);
  const isKnown = (storedName: string) => isNoted(services.db, storedName);
  await sweepPartialFiles(config.uploads, isKnown);
  const app = await buildApp(services);
  await app.listen({ host: config.host, port });
  port = (app.server.address() as AddressInfo).port;
  const jobs = startJobs(scheduledJobs(services), {
    error: (details, message) => {
      services.health.notice(details.err);
      app.log.error(details, message);
    },
  });

  console.log(`Stoep is listening on ${nearAddress(config.host, port, certificates !== null)}`);
  console.log(addressesOf(services));
  if (needsSetup(services.db)) console.log(await setupMessage(services));
  else deleteSetupLinkFile(services.config);
  return {
    port,
    async stop() {
      await app.close();
      await jobs.stop();
      await sweepPartialFiles(config.uploads, isKnown);
      services.db.$client.close();
    },
  };
}

main().catch((error: unknown) => {
  console.error(systemErrorInWords(error) ?? error);
  process.exit(1);
});
