import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  /** One or two sentences under the title, if the section needs explaining. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page under its own heading, which also names it for screen readers. */
export function Section({ title, note, className, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {note && <p className="mt-1 mb-4 max-w-2xl text-soft">{note}</p>}
      {children}
    </section>
  );
}
