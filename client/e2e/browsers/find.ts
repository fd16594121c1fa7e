/** The roles that an element may have for a person, and how to find it. */
export const roles = {
  button: "button:not([role]), [role=button]",
  link: "a[href]",
  tab: "[role=tab]",
  field: "input, select, textarea",
  heading: "h1, h2, h3",
};

export type Role = keyof typeof roles;

/**
 * Where an element with this name, or any name, is, scrolled into view; null while there is none, or while
 * something else lies over it. Runs in the page.
 */
export function pointOf(selector: string, name: string | null): { x: number; y: number } | null {
  const words = (text?: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (element: Element) =>
    words(
      element.getAttribute("aria-label") ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        element.textContent,
    );
  for (const element of document.querySelectorAll(selector)) {
    if ((name !== null && nameOf(element) !== name) || !element.checkVisibility()) continue;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    // A link that is broken over two lines has no middle of its own.
    const [box] = element.getClientRects();
    if (!box) continue;
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    const top = document.elementFromPoint(x, y);
    if (top && (element.contains(top) || top.contains(element))) return { x, y };
  }
  return null;
}

/** Sets the select or date at a point as a choice in its own window does. Runs in the page. */
export function setAt(x: number, y: number, value: string) {
  const field = document.elementFromPoint(x, y) as HTMLInputElement | HTMLSelectElement;
  const { prototype } = field.constructor as typeof HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  return field.value;
}

/** The name of what has the focus. Runs in the page. */
export function focusedName() {
  const element = document.activeElement as HTMLInputElement | null;
  const name = element?.getAttribute("aria-label") ?? element?.labels?.[0]?.textContent;
  return (name ?? element?.textContent ?? "").trim();
}
