import { readConfig } from "../config.ts";
import { stoep } from "../platform/installation/commands.ts";
import { ownInstallation } from "../platform/installation/installation.ts";
import { nearAddress, waitForHealth } from "../platform/release/health.ts";
import { command, Refusal } from "./command.ts";
import { holderOfPort } from "./processes.ts";
import { askService, askSettled, type ServiceState } from "./service.ts";

/** After this many restarts by systemd, another one will fail as well. */
const tries = 2;

const isGoingOn = ({ is, restarts }: ServiceState) =>
  (is === "running" || is === "trying") && restarts < tries;

/** The last step of `control start`: a start counts as done only when the server answers. */
export const awaitAnswer = command({
  name: "await-answer",
  summary: "Waits until the installed server answers, and says why if it does not.",
  options: {},
  async run() {
    const installation = ownInstallation();
    if (!installation) throw new Refusal("This Stoep is not installed.");
    const { host, port } = readConfig();
    const address = nearAddress(host, port);
    const hasAnswered = await waitForHealth(address, undefined, async () =>
      isGoingOn(await askService(installation)),
    );
    const { pid, is, words } = await askSettled(installation, async () => hasAnswered);
    const holder = hasAnswered ? holderOfPort(port) : null;
    const isAnother = holder !== null && holder.pid !== pid;
    if (hasAnswered && !isAnother) return;
    throw new Refusal(
      [
        isAnother
          ? `Another Stoep (process ${holder.pid}) answers on port ${port}, so this one could not start.`
          : `Stoep ${is === "running" ? "runs, but does not answer" : "could not start"}.`,
        ...(await words()).map((line) => `  ${line}`),
        `To see what is wrong and how to mend it: ${stoep} doctor`,
      ].join("\n"),
    );
  },
});
