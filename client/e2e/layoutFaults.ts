import type { Page } from "@playwright/test";

/**
 * A phone in both orientations, and a small tablet: text of this size leaves little room on all of
 * them.
 */
const sizes = [
  { width: 360, height: 740 },
  { width: 480, height: 740 },
  { width: 640, height: 740 },
];

/** Finds what does not fit on the screen or overlaps something else; runs in the page. */
function faultsOfLayout(): string[] {
  const { scrollWidth, clientWidth } = document.scrollingElement as HTMLElement;
  const found: string[] = [];
  if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} > ${clientWidth}`);

  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.textContent ?? "").trim().slice(0, 30)}”`;
  const cut = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { overflowX, clipPath, position } = getComputedStyle(each);
      if (clipPath !== "none" || (position === "absolute" && each.clientWidth <= 1)) return true;
      if (overflowX !== "visible" && each !== document.body) return true;
    }
    return false;
  };
  const overlap = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

  const texts: { parent: Element; rects: DOMRect[] }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.nodeValue?.trim() || !parent || !shown(parent) || cut(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(
      ({ width, height }) => width > 1 && height > 1,
    );
    texts.push({ parent, rects });
  }
  for (const { parent, rects } of texts) {
    if (rects.some(({ left, right }) => right > clientWidth + 1 || left < -1))
      found.push(`leaves the screen: ${name(parent)}`);
    // A button or link must contain its own text.
    const pressed = parent.closest("a, button, [role=tab]");
    const box = pressed?.getBoundingClientRect();
    if (pressed && box && getComputedStyle(pressed).display !== "inline")
      if (rects.some(({ right }) => right > box.right + 4))
        found.push(`is too long for its button: ${name(pressed)}`);
  }

  const isFixed = (each: Element) => getComputedStyle(each).position === "fixed";
  const bars = [...document.querySelectorAll("header, nav, aside, a, button")].filter(
    (each) => shown(each) && (isFixed(each) || each.matches("#root > * header:not(main header)")),
  );
  for (const [at, one] of bars.entries())
    for (const other of bars.slice(at + 1))
      if (overlap(one.getBoundingClientRect(), other.getBoundingClientRect()))
        found.push(`${name(one)} lies over ${name(other)}`);

  // Scrolled to the end of the page, nothing may be hidden under a fixed bar.
  const fixed = bars.filter(isFixed);
  const main = document.querySelector("main");
  for (const bar of fixed)
    for (const { parent, rects } of texts)
      if (main?.contains(parent) && !bar.contains(parent))
        if (rects.some((rect) => overlap(rect, bar.getBoundingClientRect())))
          found.push(`${name(bar)} covers ${name(parent)}`);
  const bands = fixed.filter((each) => each.clientWidth > innerWidth / 2);
  const high = bands.reduce((sum, each) => sum + each.getBoundingClientRect().height, 0);
  if (high > innerHeight / 3) found.push(`bars take ${Math.round(high)} of ${innerHeight} px`);
  return [...new Set(found)];
}

/** What does not fit when the page is scrolled to its end. */
async function faultsAtEnd(page: Page): Promise<string[]> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  return page.evaluate(faultsOfLayout);
}

/** How long a page may take until all of it is there, in milliseconds. */
const settling = 5_000;

/**
 * The elements that do not fit, at each size. The page goes on loading when its end comes into
 * sight, and grows: a fault is one that stays.
 */
export async function layoutFaultsOf(page: Page) {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const until = Date.now() + settling;
    let faults = await faultsAtEnd(page);
    while (faults.length > 0 && Date.now() < until) {
      await page.waitForTimeout(200);
      faults = await faultsAtEnd(page);
    }
    for (const fault of faults) found.push(`${size.width}: ${fault}`);
  }
  return found;
}
