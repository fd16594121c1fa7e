import { existsSync } from "node:fs";
import { readConfig } from "../config.ts";
import { needsSetup } from "../features/building/setup/service.ts";
import { openCertificates } from "../platform/https/certificates.ts";
import { nearAddress, waitForHealth } from "../platform/release/health.ts";
import { command, Refusal } from "./command.ts";
import { withServices } from "./openServices.ts";
import { addressesOf, qrLines } from "./startMessage.ts";

export const address = command({
  name: "address",
  summary: "Says where people in the building reach this Stoep.",
  options: {
    "set-up": {
      type: "boolean",
      help: "While nobody is set up, makes a new one-time link too; earlier ones stop working.",
    },
    wait: { type: "boolean", help: "First waits until the server answers, a minute at most." },
  },
  async run({ "set-up": setUp, wait }) {
    const config = readConfig();
    if (wait && !(await waitForHealth(nearAddress(config.host, config.port))))
      throw new Refusal(`No Stoep answers on port ${config.port} of this machine.`);
    if (!existsSync(config.database))
      throw new Refusal(`There is no building in ${config.data} yet. Start the server first.`);
    await withServices(async (services) => {
      console.log(addressesOf({ ...services, certificates: await openCertificates(config) }));
      if (setUp && !needsSetup(services.db)) console.log("It is set up already: log in there.");
      if (setUp) for (const line of await qrLines(services)) console.log(line);
      else if (needsSetup(services.db))
        console.log("Nobody is set up yet. For a new one-time link add --set-up to this command.");
    });
  },
});
