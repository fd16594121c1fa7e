import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import QRCode from "qrcode";
import { buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { issueSetupLink, needsSetup } from "./features/setup/service.ts";
import { makeHouse } from "./house.ts";
import { houseJobs } from "./jobs.ts";
import { sweepPartialFiles } from "./platform/files/files.ts";
import { holdData } from "./platform/files/lock.ts";
import { trustAddress } from "./platform/https/address.ts";
import { openCertificates } from "./platform/https/certificates.ts";
import { startJobs } from "./platform/jobs/jobs.ts";
import { troubleInWords } from "./trouble.ts";

async function main(): Promise<void> {
  // What Stoep writes is for its own user alone.
  process.umask(0o077);
  const config = readConfig();
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
  console.log(`In the building: ${house.origin()}`);
  if (house.origin().startsWith("http:"))
    console.log("Plain HTTP: who is on this network can read along. README says how to use HTTPS.");
  if (certificates?.authority) {
    console.log(`Devices learn to trust it at ${trustAddress(house.origin())}`);
    console.log(
      `The fingerprint they must show (SHA-256): ${certificates.authority.fingerprint256}`,
    );
  }
  if (needsSetup(house.db)) {
    const link = issueSetupLink(house.db, house.origin(), house.now());
    console.log("\nNobody is set up yet. Open this link once, on any device in the building,");
    console.log(`to name the building and make its first admin:\n\n  ${link}\n`);
    console.log(await QRCode.toString(link, { type: "terminal", small: true }));
  }

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
