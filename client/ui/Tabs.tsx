import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** Rendered only while the tab is chosen, so that a list inside is fetched on entering. */
  panel: ReactNode;
}

interface Props<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  /** The chosen tab, and the handler when another is chosen, which keeps it in the URL. */
  chosen: Id;
  choose: (id: Id) => void;
}

/** Panels, one visible at a time. Arrow keys move between the tabs. */
export const Tabs = <Id extends string>({ label, tabs, chosen, choose }: Props<Id>) => (
  <Base.Root value={chosen} onValueChange={(id) => choose(id as Id)}>
    <Base.List
      aria-label={label}
      className="mb-6 flex flex-wrap gap-x-2 border-b border-line"
      activateOnFocus
    >
      {tabs.map(({ id, label }) => (
        <Base.Tab
          key={id}
          value={id}
          className="-mb-px min-h-12 border-b-3 border-transparent px-1.5 text-[0.9375rem] font-semibold xs:whitespace-nowrap text-soft hover:text-ink aria-selected:border-clay aria-selected:text-ink sm:px-4 sm:text-base"
        >
          {label}
        </Base.Tab>
      ))}
    </Base.List>
    {tabs.map(({ id, panel }) => (
      <Base.Panel key={id} value={id} className="rounded-lg">
        {panel}
      </Base.Panel>
    ))}
  </Base.Root>
);
