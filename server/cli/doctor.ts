import { join } from "node:path";
import { lockName } from "../platform/files/lock.ts";
import { asRoot } from "../platform/installation/commands.ts";
import {
  becomeOwnerOf,
  becomeUser,
  ownInstallation,
} from "../platform/installation/installation.ts";
import { askHealth, nearAddress } from "../platform/release/health.ts";
import { command } from "./command.ts";
import { checkClock, checkSynchronised, checkTimeZone } from "./doctor/clock.ts";
import { checkBackups, checkDatabase } from "./doctor/data.ts";
import { bad, type Find, type Finding, look, report } from "./doctor/finding.ts";
import { checkFolder, isClosed, takeOver, userOf } from "./doctor/folder.ts";
import { checkHosts } from "./doctor/hosts.ts";
import { checkHttps } from "./doctor/https.ts";
import { checkNode, checkProgram, checkSpace } from "./doctor/machine.ts";
import { checkMail } from "./doctor/mail.ts";
import { checkPort } from "./doctor/port.ts";
import { checkProvider } from "./doctor/provider.ts";
import { checkInstalled, checkService, stateOf } from "./doctor/service.ts";
import { checkSettings } from "./doctor/settings.ts";
import { holderOfLock, nameOfUser, userCalled } from "./processes.ts";

/** Runs every check. One that cannot run is a finding too, because it may hide something bad. */
async function examine(): Promise<Finding[]> {
  const now = new Date();
  const { config, findings: settings } = checkSettings(process.env);
  const { data, host, port, timeZone } = config;
  const installation = ownInstallation();
  const state = installation && (await stateOf(installation, config));
  // Only root can see which process has a file open.
  const server = holderOfLock(join(data, lockName));
  const unitUser = state?.user ? userCalled(state.user) : null;
  const user = server ?? unitUser ?? userOf(data);
  const findings: Finding[] = [];
  const check = async (what: string, find: Find) => {
    findings.push(...(await look(what, find)));
  };
  await check("Node", () => checkNode(process.versions.node));
  await check("The program", checkProgram);
  if (installation) await check("The service", () => checkService(state));
  const isRunning = state?.is === "running";
  await check("The port", () => checkPort(config, server, isRunning));
  const isRoot = process.getuid?.() === 0;
  // Run the remaining checks as the server's user: root may do more than the server, and would
  // follow links.
  if (isRoot && unitUser) becomeUser(unitUser);
  else becomeOwnerOf(data);
  findings.push(...settings);
  if (installation) findings.push(...checkInstalled(installation, nameOfUser(user.uid)));
  // Without a look at the lock, the user of a running server is not known here.
  const isHidden = !isRoot && !server && !unitUser && isClosed(data);
  await check("The data folder", async () =>
    isHidden && (await askHealth(nearAddress(host, port)))
      ? bad(`The user ${nameOfUser(user.uid)} may not look into the data folder ${data}.`, asRoot)
      : checkFolder(data, user, isRoot),
  );
  await check("The disk", () => checkSpace(data));
  let newest: string | null = null;
  // If the data folder cannot be read, report only that.
  if (!isClosed(data)) {
    await check("The names", () => checkHosts(config, now));
    await check("The certificate", () => checkHttps(config, now));
    await check("The database", () => {
      const found = checkDatabase(config, isRoot ? takeOver(data, user) : asRoot);
      newest = found.newest;
      return found.findings;
    });
    await check("The backups", () => checkBackups(config, now));
  }
  await check("The mail server", () => checkMail(config.mail));
  await check("The sign-in provider", () => checkProvider(config.oidc));
  await check("The clock", () => checkClock(now, newest, timeZone));
  await check("The time zone", () => checkTimeZone(now, timeZone));
  await check("The network's time", checkSynchronised);
  return findings;
}

export const doctor = command({
  name: "doctor",
  summary:
    "Checks the machine, the data and the settings, and says what to mend. It changes nothing.",
  options: {},
  notes: ["Ends with 1 if there is something to mend, and otherwise with 0."],
  async run() {
    const findings = await examine();
    console.log(report(findings));
    if (findings.some(({ verdict }) => verdict === "bad")) process.exitCode = 1;
  },
});
