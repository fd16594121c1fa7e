import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * The problems axe rates serious or critical, one line each. Details of what passed, and a second
 * page to merge the results of frames from other origins, would take most of the time, and neither
 * is needed here.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await axe.options({ resultTypes: ["violations"] }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => {
        return `${id}: ${target.join(" ")}: ${failureSummary?.replace(/\s+/g, " ")}`;
      }),
    );
}
