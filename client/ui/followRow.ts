import type { MouseEvent } from "react";

/** What in a row has a press of its own. */
const pressable = "a, button, input, select, textarea, label, summary";

/**
 * Follows the link of the row that was pressed, wherever on the row that was. A link that is stretched
 * over its row would need no script, but in WebKit a row cannot hold it: it covers the whole page there.
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
