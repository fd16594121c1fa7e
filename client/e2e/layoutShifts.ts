import type { Page } from "@playwright/test";

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null }[];
}
/** Kept in the page: what moved so far, and by how much. */
type Watching = typeof globalThis & { shifts: { value: number; what: string[] }[] };

/** Runs in the page, before anything of it does. */
function watch() {
  const { shifts } = Object.assign(globalThis as Watching, { shifts: [] });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const what = sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? "");
      if (!hadRecentInput) shifts.push({ value, what });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** From the next page on, notes what moves by itself. */
export const watchMoves = (page: Page) => page.addInitScript(watch);

/** What moved so far, though nobody had pressed anything just before. */
export const movedOn = (page: Page) => page.evaluate(() => (globalThis as Watching).shifts);
