import type { ReactNode } from "react";

/** A page that is one short form or message. */
export const FormCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mx-auto w-full max-w-md px-4 py-8 sm:my-12 sm:rounded-2xl sm:bg-surface sm:px-9 sm:py-10 sm:ring-1 sm:ring-line">
    <h1 className="mb-6 text-3xl">{title}</h1>
    {children}
  </section>
);
