import { shownForMs } from "./Toasts.tsx";

interface Said {
  type: "success" | "error";
  title: string;
}
interface Sonner extends Record<Said["type"], (title: string, options: object) => unknown> {
  getToasts: () => unknown[];
}

/**
 * Keeps what is being said on the screen while another window is in front. Sonner by itself waits
 * only while the page is hidden.
 */
export function waitWhileAway(sonner: Sonner) {
  const last = (duration: number) => {
    for (const said of sonner.getToasts() as Said[])
      sonner[said.type](said.title, { ...said, duration });
  };
  window.onblur = () => last(Number.POSITIVE_INFINITY);
  window.onfocus = () => last(shownForMs);
  if (!document.hasFocus()) last(Number.POSITIVE_INFINITY);
}
