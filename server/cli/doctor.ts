import { join } from "node:path";
import { lockName } from "../platform/files/lock.ts";
import { asRoot } from "../platform/installation/commands.ts";
import {
  becomeOwnerOf,
  becomeUser,
  ownInstallation,
} from "../platform/installation/installation.ts";
import { command } from "./command.ts";
import { checkClock, checkSynchronised, checkTimeZone } from "./doctor/clock.ts";
import { checkBackups, checkDatabase } from "./doctor/data.ts";
import { type Finding, look, report } from "./doctor/finding.ts";
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
  const { data, timeZone } = config;
  const installation = ownInstallation();
  const state = installation && (await stateOf(installation, config));
  // Only root can see which process has a file open.
  const server = holderOfLock(join(data, lockName));
  const unitUser = state?.user ? userCalled(state.user) : null;
  const user = server ?? unitUser ?? userOf(data);
  const program = await look("The program", checkProgram);
  const service = installation ? await look("The service", () => checkService(state)) : [];
  const port = await look("The port", () => checkPort(config, server, state?.is === "running"));
  const isRoot = process.getuid?.() === 0;
  // Run the remaining checks as the server's user: root may do more than the server, and would
  // follow links.
  if (isRoot && unitUser) becomeUser(unitUser);
  else becomeOwnerOf(data);
  const folder = await look("The data folder", () => checkFolder(data, user, isRoot));
  let newest: string | null = null;
  // If the data folder cannot be read, report only that.
  const within = isClosed(data)
    ? []
    : [
        ...(await look("The names", () => checkHosts(config, now))),
        ...(await look("The certificate", () => checkHttps(config, now))),
        ...(await look("The database", () => {
          const found = checkDatabase(config, isRoot ? takeOver(data, user) : asRoot);
          newest = found.newest;
          return found.findings;
        })),
        ...(await look("The backups", () => checkBackups(config, now))),
      ];
  return [
    ...(await look("Node", () => checkNode(process.versions.node))),
    ...program,
    ...service,
    ...settings,
    ...(installation ? checkInstalled(installation, nameOfUser(user.uid)) : []),
    ...folder,
    ...(await look("The disk", () => checkSpace(data))),
    ...port,
    ...within,
    ...(await look("The mail server", () => checkMail(config.mail))),
    ...(await look("The sign-in provider", () => checkProvider(config.oidc))),
    ...(await look("The clock", () => checkClock(now, newest, timeZone))),
    ...(await look("The time zone", () => checkTimeZone(now, timeZone))),
    ...(await checkSynchronised()),
  ];
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
