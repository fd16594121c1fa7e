import { type ReactNode, useEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { showToast } from "../trpc.ts";

const signs = ["pointermove", "pointerdown", "keydown"] as const;

/** Prints something instead of the screen. `page` has to be rendered, and only print shows it. */
export function usePrintAlone() {
  const [content, setContent] = useState<ReactNode>(null);
  useEffect(() => {
    if (!content) return;
    // Phones draw the page after the print dialog has opened, so it stays until then.
    const back = () => setContent(null);
    for (const sign of signs) addEventListener(sign, back);
    return () => {
      for (const sign of signs) removeEventListener(sign, back);
    };
  }, [content]);
  const print = (next: ReactNode) => {
    flushSync(() => setContent(next));
    window.print();
  };
  const printNotice = async (load: () => Promise<ReactNode>) => {
    try {
      print(await load());
    } catch {
      const why = "It could not be printed. Check your connection and try again.";
      await showToast("error", why);
    }
  };
  const page =
    content &&
    createPortal(
      <article data-print-alone className="hidden print:block">
        {content}
      </article>,
      document.body,
    );
  return { page, print, printNotice };
}
