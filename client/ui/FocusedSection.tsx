import { type ReactNode, useLayoutEffect, useRef } from "react";

interface Props {
  /** What a screen reader calls it. */
  label: string;
  children: ReactNode;
}

/** What has come instead of the button that was pressed: whoever pressed it goes on here, and hears so. */
export function FocusedSection({ label, children }: Props) {
  const here = useRef<HTMLElement>(null);
  useLayoutEffect(() => here.current?.focus(), []);
  return (
    <section ref={here} tabIndex={-1} aria-label={label} className="outline-none">
      {children}
    </section>
  );
}
