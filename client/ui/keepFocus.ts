/** Take the focus when the focused element disappears: screen readers announce them by name. */
const groups =
  "tr, li, table, [role=tabpanel], [role=group], nav, section, article, form, [role=dialog], [role=alertdialog], main";

/** The focused element with its ancestors, and what replaces it once it is gone. */
interface Place {
  around: Element[];
  instead?: Element | undefined;
}

/** A toast whose button was pressed is hidden first, and removed later. */
const isHidden = (element: Element) => getComputedStyle(element).visibility === "hidden";

const isGone = ([element]: Element[]) =>
  element !== undefined &&
  (!element.isConnected || element.matches(":disabled") || isHidden(element));

/** Keeps the focus near when its element disappears; code that moves it itself takes precedence. */
export function keepFocus(page: Element): () => void {
  let last: Place = { around: [] };
  /** The last place outside of dialogs and messages, which disappear as a whole. */
  let inPage = last;

  const came = ({ target }: Event) => {
    const around: Element[] = [];
    for (let each = target as Element | null; each; each = each.parentElement) around.push(each);
    last = { around };
    if (page.contains(target as Element)) inPage = last;
  };
  // A press beside all controls means no focus; an element that disappears does not.
  const left = ({ target, relatedTarget }: FocusEvent) =>
    relatedTarget ||
    queueMicrotask(() => {
      const isWish = document.activeElement === document.body && !isGone([target as Element]);
      if (isWish && last.around[0] === target) last = inPage = { around: [] };
      // A button that is disabled loses the focus only after that, when the page is drawn.
      goOnSoon();
    });
  const changed = (records: MutationRecord[]) => {
    for (const place of new Set([last, inPage]))
      if (isGone(place.around)) place.instead ??= insteadOf(place, records);
    if (isFallen() && isGone(last.around)) goOnSoon();
  };
  const goOnSoon = () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => isFallen() && isGone(last.around) && goOn()),
    );
  const goOn = () => {
    const [own] = inPage.around;
    const near = [last.instead, isGone(inPage.around) ? inPage.instead : own];
    const next = near.find((each) => each?.isConnected && each !== page && page.contains(each));
    if (next) take(next);
  };

  const watcher = new MutationObserver(changed);
  const what = { childList: true, subtree: true, attributeFilter: ["disabled"] };
  watcher.observe(document.body, what);
  document.addEventListener("focusin", came);
  document.addEventListener("focusout", left);
  return () => {
    watcher.disconnect();
    document.removeEventListener("focusin", came);
    document.removeEventListener("focusout", left);
  };
}

const isFallen = () => document.activeElement === document.body || !document.activeElement;

/** The next row or list item, or the previous one, or otherwise the group around them. */
function insteadOf({ around }: Place, records: MutationRecord[]): Element | undefined {
  const remaining = around.findIndex((each) => each.isConnected && !each.matches(":disabled"));
  const gone = around[remaining - 1];
  const record = records.find(({ removedNodes }) => gone && [...removedNodes].includes(gone));
  const beside = [record?.nextSibling, record?.previousSibling].find(
    (each) => each instanceof Element && each.isConnected && each.tagName === gone?.tagName,
  );
  if (beside instanceof Element && beside.matches("tr, li")) return beside;
  return around[remaining]?.closest(groups) ?? undefined;
}

/** Focuses an element, even one that Tab does not reach. */
function take(element: Element) {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}
