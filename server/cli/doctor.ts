import { join } from "node:path";
import { command } from "./command.ts";
import { checkClock, checkSynchronised, checkTimeZone } from "./doctor/clock.ts";
import { checkBackups, checkDatabase } from "./doctor/data.ts";
import { type Finding, look, report } from "./doctor/finding.ts";
import { checkFolder, userOf } from "./doctor/folder.ts";
import { checkHttps } from "./doctor/https.ts";
import { checkNode, checkSpace } from "./doctor/machine.ts";
import { checkMail } from "./doctor/mail.ts";
import { checkPort } from "./doctor/port.ts";
import { holderOfLock } from "./doctor/processes.ts";
import { checkSettings } from "./doctor/settings.ts";

/** Everything that is looked at. What cannot be is a finding too: the worse it is, the more it matters. */
async function examine(): Promise<Finding[]> {
  const now = new Date();
  const { config, findings: settings } = checkSettings(process.env);
  const { data, host, port, timeZone } = config;
  const server = holderOfLock(join(data, "in-use.lock"));
  let newest: string | null = null;
  const database = await look("The database", () => {
    const found = checkDatabase(config);
    newest = found.newest;
    return found.findings;
  });
  return [
    ...(await look("Node", () => checkNode(process.versions.node))),
    ...settings,
    ...(await look("The data folder", () => checkFolder(data, userOf(server, data)))),
    ...(await look("The disk", () => checkSpace(data))),
    ...(await look("The port", () => checkPort(host, port, server))),
    ...(await look("The certificate", () => checkHttps(config, now))),
    ...database,
    ...(await look("The backups", () => checkBackups(config, now))),
    ...(await look("The mail server", () => checkMail(config.mail))),
    ...(await look("The clock", () => checkClock(now, newest, timeZone))),
    ...(await look("The time zone", () => checkTimeZone(now, timeZone))),
    ...(await checkSynchronised()),
  ];
}

export const doctor = command({
  name: "doctor",
  summary: "Looks at the machine, the data and the settings, changes nothing, says what to mend.",
  options: {},
  notes: ["Ends with 1 when something is to be mended, else with 0."],
  async run() {
    const findings = await examine();
    console.log(report(findings));
    if (findings.some(({ verdict }) => verdict === "bad")) process.exitCode = 1;
  },
});
