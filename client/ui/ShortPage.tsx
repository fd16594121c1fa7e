import type { ReactNode } from "react";
import { BuildingBranding } from "./BuildingBranding.tsx";

interface Props {
  title: string;
  withBuilding?: boolean;
  children: ReactNode;
}

/** A page that is one short form or message. */
export const FormCard = ({ title, withBuilding = false, children }: Props) => (
  <section className="mx-auto w-full max-w-md px-4 py-8 sm:my-12 sm:rounded-2xl sm:bg-surface sm:px-9 sm:py-10 sm:ring-1 sm:ring-line">
    {withBuilding && <BuildingBranding look="size-18 rounded-2xl" className="mb-5 gap-4 text-lg" />}
    <h1 className="mb-6 text-3xl">{title}</h1>
    {children}
  </section>
);
