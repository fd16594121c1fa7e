import { mendTotals } from "../platform/counters/triggers.ts";
import { command } from "./command.ts";
import { withServices } from "./openServices.ts";

export const recount = command({
  name: "recount",
  summary:
    "Counts again what the dashboards show. Use it if verify or doctor says that a number is wrong.",
  options: {},
  async run() {
    await withServices(({ db }) => {
      const problem = mendTotals(db.$client);
      console.log(
        problem
          ? `${problem} Now they show the right numbers.`
          : "All the numbers were already right.",
      );
    });
  },
});
