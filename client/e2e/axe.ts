import type { Page } from "@playwright/test";
import axe from "axe-core";

/**
 * The problems axe rates serious or critical, one line each. In long lists nearly all rows are the
 * same to axe but for their words, so only the first of those is looked at.
 */
export async function faultsOf(page: Page, { colours = true } = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  await page.evaluate(markRowsThatLookAlike);
  const found = await page.evaluate(runAxe, colours);
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => {
        return `${id}: ${target.join(" ")}: ${failureSummary?.replace(/\s+/g, " ")}`;
      }),
    );
}

/** Runs in the page, once axe's own source has run there. */
async function runAxe(colours: boolean) {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
  const { violations } = await run(
    { exclude: ["[data-looks-alike]"] },
    { rules: { "color-contrast": { enabled: colours } }, resultTypes: ["violations"] },
  );
  return violations;
}

/**
 * Marks each row that has the same elements as a row before it, with the same looks. Runs in the page.
 */
function markRowsThatLookAlike() {
  const mark = "data-looks-alike";
  for (const row of document.querySelectorAll(`[${mark}]`)) row.removeAttribute(mark);
  const lookOf = (element: Element) => {
    const style = getComputedStyle(element);
    return [
      element.tagName,
      ...element.getAttributeNames(),
      element.getAttribute("class"),
      element.textContent === "",
      ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.filter],
      ...[style.fontSize, style.fontWeight, style.textShadow, style.display, style.visibility],
    ].join();
  };
  const seen = new Set<string>();
  for (const row of document.querySelectorAll("tbody tr")) {
    const look = [row, ...row.querySelectorAll("*")].map(lookOf).join();
    row.toggleAttribute(mark, seen.has(look));
    seen.add(look);
  }
}
