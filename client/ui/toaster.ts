import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Toaster, toast } from "sonner";
import styles from "sonner/dist/styles.css?url";
import { shownForMs } from "./toastDuration.ts";
import own from "./toasts.css?url";

// A root of its own, which also shows the toasts that were made before it.
const place = document.body.appendChild(document.createElement("div"));
createRoot(place).render(
  createElement(Toaster, { position: "top-right", duration: shownForMs, theme: "system" }),
);

const fetched = (href: string) =>
  new Promise((done) => {
    const link = { rel: "stylesheet", href, onload: done, onerror: done };
    document.head.prepend(Object.assign(document.createElement("link"), link));
  });

/** Resolves once the styles are loaded. Ours come after sonner's and override them. */
export const styled = Promise.all([own, styles].map(fetched));

/** Toasts stand below the header of the page, whose buttons stay free. */
function standBelowHeader() {
  const bottom = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
  document.documentElement.style.setProperty("--toasts-top", `${Math.max(bottom, 0) + 8}px`);
}

interface ShownToast {
  type: "success" | "error";
  title: string;
}

/** While another window is in front, too: sonner itself waits only while the page is hidden. */
function waitWhileAway() {
  const last = (duration: number) => {
    for (const shownToast of toast.getToasts() as ShownToast[])
      toast[shownToast.type](shownToast.title, { ...shownToast, duration });
  };
  window.onblur = () => last(Number.POSITIVE_INFINITY);
  window.onfocus = () => last(shownForMs);
  if (!document.hasFocus()) last(Number.POSITIVE_INFINITY);
}

/** Sonner's own ids of toasts that may still be on the screen, by ours. */
const toastIds = new Map<string, string>();
let toastCount = 0;

/** @public client/trpc.ts takes it from the module that it loads */
export function show(
  kind: ShownToast["type"],
  text: string,
  description: string | null | undefined,
  id: string,
): void {
  const shownAs = toastIds.get(id) ?? `${id} ${toastCount++}`;
  toastIds.set(id, shownAs);
  standBelowHeader();
  toast[kind](text, { id: shownAs, description });
  waitWhileAway();
}

/** @public client/trpc.ts takes it from the module that it loads */
export function dismiss(id: string): void {
  const shownAs = toastIds.get(id);
  if (toastIds.delete(id)) toast.dismiss(shownAs);
}
