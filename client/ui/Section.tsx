import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}

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
