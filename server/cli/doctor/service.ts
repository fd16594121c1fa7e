import { accessSync, constants } from "node:fs";
import type { Config } from "../../config.ts";
import { attempt } from "../../platform/files/attempt.ts";
import { stoep } from "../../platform/installation/commands.ts";
import type { Installation } from "../../platform/installation/installation.ts";
import { askHealth, nearAddress } from "../../platform/release/health.ts";
import { askSettled, type ServiceState } from "../service.ts";
import { counted } from "../words.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/** Null when this user may not ask systemd. @param config where the server would answer */
export const stateOf = (
  installation: Installation,
  { host, port }: Pick<Config, "host" | "port">,
): Promise<ServiceState | null> =>
  askSettled(installation, async () => (await askHealth(nearAddress(host, port))) !== null).catch(
    () => null,
  );

export async function checkService(state: ServiceState | null): Promise<Finding[]> {
  if (!state) return [warn("systemd does not say whether the service runs.", `${stoep} doctor`)];
  const lines = state.is === "running" ? [] : await state.words().catch(() => []);
  return [
    howItIs(state, lines.length > 0 ? ` It said last: ${lines.join(" ")}` : ""),
    ...(state.isEnabled === false && state.is !== "missing"
      ? [warn("Stoep does not start with the machine.", "sudo systemctl enable stoep.service")]
      : []),
  ];
}

function howItIs({ is, restarts, pid }: ServiceState, lastLines: string): Finding {
  const anew = `Mend what is named, then: ${stoep} restart`;
  switch (is) {
    case "running":
      return ok(`The server runs (process ${pid}).`);
    case "stopped":
      return bad("The server is stopped.", `${stoep} start`);
    case "missing":
      return bad(
        "systemd has no service called stoep.service.",
        "Run scripts/install of the installed release again; it changes only what is missing.",
      );
    case "trying":
      return bad(`The server ends again and again as soon as it is started.${lastLines}`, anew);
    case "failed":
      return bad(
        `The server ended and is not started again${restarts > 0 ? ` after ${counted(restarts + 1, "try", "tries")}` : ""}.${lastLines}`,
        anew,
      );
  }
}

/** Whether the current user, who is the server's, may read the settings and the program. */
export function checkInstalled({ settings, current }: Installation, name: string): Finding[] {
  return [
    ...mayRead(
      settings,
      `The server runs as the user ${name}, who may not read the settings ${settings}.`,
      `sudo chgrp ${name} ${settings} && sudo chmod 640 ${settings}`,
    ),
    ...mayRead(
      `${current}/dist/server/main.js`,
      `The server runs as the user ${name}, who may not read the program in ${current}.`,
      `sudo chmod -R a+rX ${current}/ "$(dirname ${current})"`,
    ),
  ];
}

function mayRead(path: string, says: string, mend: string): Finding[] {
  const isReadable = attempt(() => accessSync(path, constants.R_OK) === undefined, false);
  return isReadable ? [] : [bad(says, mend)];
}
