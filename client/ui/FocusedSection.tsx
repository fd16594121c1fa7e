import { type ReactNode, useLayoutEffect, useRef } from "react";

/** Replaces the button that was pressed, and takes the focus, so a screen reader announces it. */
export function FocusedSection({ label, children }: { label: string; children: ReactNode }) {
  const here = useRef<HTMLElement>(null);
  useLayoutEffect(() => here.current?.focus(), []);
  return (
    <section ref={here} tabIndex={-1} aria-label={label} className="outline-none">
      {children}
    </section>
  );
}
