import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * The problems axe rates serious or critical, one line each. Details of what passed, and a second
 * page to merge the results of frames from other origins, would take most of the time, and neither
 * is needed here.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const axe = () =>
    new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const marks = await axe().disableRules("color-contrast").analyze();
  // Colours take four fifths of the time, and in long lists nearly all rows have the same ones.
  await page.evaluate(markRowsThatLookAlike);
  const colours = await axe().withRules("color-contrast").exclude("[data-looks-alike]").analyze();
  return [...marks.violations, ...colours.violations]
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => {
        return `${id}: ${target.join(" ")}: ${failureSummary?.replace(/\s+/g, " ")}`;
      }),
    );
}

/** Marks each row in which everything looks as in a row before it. Runs in the page. */
function markRowsThatLookAlike() {
  const lookOf = (element: Element) => {
    const style = getComputedStyle(element);
    return [
      element.tagName,
      element.getAttribute("class"),
      ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.filter],
      ...[style.fontSize, style.fontWeight, style.textShadow, style.display, style.visibility],
    ].join();
  };
  const seen = new Set<string>();
  for (const row of document.querySelectorAll("tbody tr")) {
    const look = [row, ...row.querySelectorAll("*")].map(lookOf).join();
    row.toggleAttribute("data-looks-alike", seen.has(look));
    seen.add(look);
  }
}
