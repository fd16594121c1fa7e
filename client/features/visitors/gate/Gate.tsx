import { useState } from "react";
import { api, utils } from "../../../trpc.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { AskUnit } from "../entryRequests/AskUnit.tsx";
import { EntryRequests } from "../entryRequests/EntryRequests.tsx";
import { leftOf } from "../visitTimes.ts";
import { AssumedOut, ExpectedToday, Inside } from "./GateLists.tsx";
import { LetIn } from "./LetIn.tsx";
import { PrintList } from "./PrintList.tsx";

export const loadGate = () => utils.gate.visits.now.ensureData();

/** The gate's screen, for a cheap phone: one box, who is expected today, and who is inside. */
export function Gate({ why }: { why: "/admin/gate/why" | "/staff/gate/why" }) {
  const [now] = api.gate.visits.now.useSuspenseQuery(undefined, {
    refetchInterval: ({ state }) => leftOf(state.data?.changesInMs, state.dataUpdatedAt),
  });
  const [typed, setTyped] = useState("");
  /** For whoever is let in next, by a code or in the list, and for nobody after them. */
  const [plate, setPlate] = useState("");
  const typedByGuard = { typed, plate, setPlate };
  const overdue = now.inside.filter((visit) => visit.overdue).length;
  return (
    <>
      <PageHeader
        title="Gate"
        note={
          <>
            {now.expected.length} expected today, {now.inside.length} inside
            {overdue > 0 && (
              <>
                , <b className="text-notice">{overdue} overdue</b>
              </>
            )}
          </>
        }
      >
        <TextLink to={why}>Why we ask</TextLink>
      </PageHeader>
      <EntryRequests />
      <LetIn {...typedByGuard} setTyped={setTyped} />
      <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 text-soft">
        Nobody announced them? <AskUnit />
      </p>
      <div className="mt-10 grid gap-x-14 gap-y-10 xl:grid-cols-2">
        <ExpectedToday rows={now.expected} {...typedByGuard} />
        <Inside rows={now.inside} typed={typed} />
        <AssumedOut rows={now.assumedOut} />
      </div>
      <p className="mt-10">
        <PrintList />
      </p>
    </>
  );
}
