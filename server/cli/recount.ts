import { mendTotals } from "../platform/totals/keep.ts";
import { command } from "./command.ts";
import { inHouse } from "./house.ts";

export const recount = command({
  name: "recount",
  summary: "Counts anew what the dashboards show, where verify or doctor says that it is wrong.",
  options: {},
  async run() {
    await inHouse(({ db }) => {
      const problem = mendTotals(db.$client);
      console.log(problem ? `${problem} Now they show what there is.` : "All was counted right.");
    });
  },
});
