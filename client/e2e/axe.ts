import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

/**
 * The problems axe rates serious or critical, one line each. Colours take most of the time, and in
 * long lists nearly all rows have the same ones, so only the first of those is looked at.
 */
export async function faultsOf(page: Page, { colours = true } = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const found = await page.evaluate(runAxe, { exclude: [], withColours: false });
  if (colours) {
    await page.evaluate(markRowsThatLookAlike);
    const lookAlike = { exclude: ["[data-looks-alike]"], withColours: true };
    found.push(...(await page.evaluate(runAxe, lookAlike)));
  }
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => {
        return `${id}: ${target.join(" ")}: ${failureSummary?.replace(/\s+/g, " ")}`;
      }),
    );
}

/** Runs in the page, once axe's own source has run there: either the rule about colours or all others. */
async function runAxe({ exclude, withColours }: { exclude: string[]; withColours: boolean }) {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
  const which: RunOptions = withColours
    ? { runOnly: ["color-contrast"] }
    : { rules: { "color-contrast": { enabled: false } } };
  const { violations } = await run({ exclude }, { ...which, resultTypes: ["violations"] });
  return violations;
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
