import { needsSetup } from "../features/building/setup/service.ts";
import { rowCounts } from "../platform/backup/archive/inspect.ts";
import { command, Refusal } from "./command.ts";
import { demoPassword, fillDemo } from "./demo/fill.ts";
import { withServices } from "./openServices.ts";

export const demo = command({
  name: "demo",
  summary: "Fills an empty data folder with an invented building and a year of its life.",
  options: {},
  notes: ["Everybody in it has the same password, so do not keep a real building in that folder."],
  async run() {
    await withServices(async (services) => {
      if (!needsSetup(services.db))
        throw new Refusal(
          `There are people in ${services.config.data} already, and Stoep does not mix them with invented ones. Set STOEP_DATA to a new folder.`,
        );
      const { trustees, staff, residents } = await fillDemo(services, new Date());
      const rows = rowCounts(services.db.$client);
      console.log(
        `Jacaranda Court is in ${services.config.data}: 40 units, ${rows.people} people,`,
      );
      console.log(`${rows.fines} fines, ${rows.maintenance_requests} maintenance requests,`);
      console.log(`${rows.visits} visits and ${rows.announcements} announcements.`);
      console.log(`\nSign in with the password ${demoPassword} as`);
      const show = [
        ["an admin", trustees[0]],
        ["a resident", residents[0]],
        ["staff", staff[0]],
      ] as const;
      for (const [what, person] of show) console.log(`  ${person?.username} (${what})`);
    });
  },
});
