import type { Page } from "@playwright/test";

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null }[];
}
/** The shifts so far and their size, stored in the page. */
type Watching = typeof globalThis & { shifts: { value: number; what: string[] }[] };

/** Runs in the page before its own scripts. */
function watch() {
  const { shifts } = Object.assign(globalThis as Watching, { shifts: [] });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const what = sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? "");
      if (!hadRecentInput) shifts.push({ value, what });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** From the next page on, records every shift that no input caused. */
export const watchMoves = (page: Page) => page.addInitScript(watch);

/** The shifts so far that no input shortly before caused. */
export const movedOn = (page: Page) => page.evaluate(() => (globalThis as Watching).shifts);
