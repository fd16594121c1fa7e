import type { MouseEvent } from "react";

/** The elements in a row that handle a press themselves. */
const pressable = "a, button, input, select, textarea, label, summary";

/** By script, because in WebKit a link stretched over its row covers the whole page. */
export function followRow(event: MouseEvent) {
  const pressed = event.target as Element;
  const link = pressed.closest("tr")?.querySelector<HTMLElement>("[data-row-link]");
  const isFree = !pressed.closest(pressable) && (getSelection()?.isCollapsed ?? true);
  if (!link?.checkVisibility() || !isFree || event.button > 1) return;
  const { button, ctrlKey, metaKey, shiftKey } = event;
  const isAside = button === 1 || ctrlKey || metaKey || shiftKey;
  if (!isAside) link.click();
  else if (link instanceof HTMLAnchorElement) window.open(link.href, "_blank", "noopener");
}
