import { readConfig } from "../config.ts";
import { command } from "./command.ts";
import { checkBackups, checkDatabase } from "./doctor/data.ts";
import { checkFolder, checkNode, checkPort, checkSpace } from "./doctor/machine.ts";

export const doctor = command({
  name: "doctor",
  summary: "Looks at the machine, the data and the settings, changes nothing, says what to mend.",
  options: {},
  async run() {
    const config = readConfig();
    const findings = [
      checkNode(process.versions.node),
      checkFolder(config.data),
      ...(await checkSpace(config.data)),
      await checkPort(config.host, config.port),
      ...checkDatabase(config, new Date()),
      ...(await checkBackups(config, new Date())),
    ];
    for (const { verdict, says, mend } of findings) {
      console.log(`${verdict.padEnd(4)}  ${says}`);
      if (mend) console.log(`      → ${mend}`);
    }
    if (findings.some(({ verdict }) => verdict === "bad")) process.exitCode = 1;
  },
});
