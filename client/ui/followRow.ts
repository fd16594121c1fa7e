import type { MouseEvent } from "react";

/** The elements in a row that handle a press themselves. */
const pressable = "a, button, input, select, textarea, label, summary";

/**
 * Follows the link of a row when any part of the row is pressed. A link stretched over its row
 * would need no script, but in WebKit a table row does not contain it: it covers the whole page.
 */
export function followRow(event: MouseEvent) {
  const pressed = event.target as Element;
  const link = pressed.closest("tr")?.querySelector<HTMLAnchorElement>("a[data-row-link]");
  const isFree = !pressed.closest(pressable) && (getSelection()?.isCollapsed ?? true);
  if (!link || !isFree || event.button > 1) return;
  const { button, ctrlKey, metaKey, shiftKey } = event;
  if (button === 1 || ctrlKey || metaKey || shiftKey) window.open(link.href, "_blank", "noopener");
  else link.click();
}
