import { type ReactNode, useState } from "react";
import { type Answers, api, client } from "../../../trpc.ts";
import { Button } from "../../../ui/Button.tsx";
import { Day, Moment } from "../../../ui/DateTime.tsx";
import { Section } from "../../../ui/Section.tsx";
import { UndoableButton } from "../../../ui/Undoable.tsx";
import { offerUndo, useKeptRows } from "../../../ui/undo.ts";
import { lastDayOf } from "../visitTimes.ts";
import { offerAdmissionUndo, refreshGate } from "./admission.ts";
import { asksFor, finds } from "./find.ts";
import type { Typed } from "./LetIn.tsx";

type GateNow = Answers["gate"]["visits"]["now"];
type Expected = ReturnType<typeof apart>;
type Visit = GateNow["inside"][number];

/** With an id of its own in this list: the visit of whoever comes has that of the announcement. */
const apart = (row: GateNow["expected"][number]) => ({
  ...row,
  id: `expected ${row.id}`,
  expectedId: row.id,
});

export function ExpectedToday({ rows, ...typedByGuard }: Typed & { rows: GateNow["expected"] }) {
  const { typed } = typedByGuard;
  const all = rows.map(apart);
  const found = all.filter((row) =>
    finds(typed, [row.visitorName, row.residentName, row.unit, row.vehicle]),
  );
  const shown = useKeptRows("gate, expected", found, all);
  return (
    <Section title={`Expected today (${rows.length})`}>
      <Rows empty={rows.length === 0 ? "Nobody is expected." : "No visitor here matches."}>
        {shown.map((row) => (
          <Row
            key={row.id}
            unit={row.unit}
            open={asksFor(typed, row.unit, [row.visitorName, row.residentName])}
            name={row.visitorName}
            details={
              <>
                visits {row.residentName}
                {row.vehicle && `, ${row.vehicle}`},{" "}
                {row.pass ? (
                  `regularly, ${row.pass.fromTime} to ${row.pass.untilTime}`
                ) : (
                  <Day before="until " on={lastDayOf(row.until)} />
                )}
              </>
            }
          >
            <LetInButton row={row} {...typedByGuard} />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

function LetInButton({ row, plate, setPlate }: Typed & { row: Expected }) {
  const send = api.gate.visits.admitExpected.useMutation({
    onSuccess: (admitted) => {
      offerAdmissionUndo(admitted, row.id);
      setPlate("");
    },
    onSettled: refreshGate,
  });
  return (
    <UndoableButton
      row={row}
      which={`who is expected in ${row.unit}`}
      send={send}
      press={() => send.mutate({ expectedId: row.expectedId, plate: plate || row.vehicle })}
    >
      Let in
    </UndoableButton>
  );
}

/** The visitors who arrived and did not leave; those first who should have left. */
export function Inside({ rows, typed }: { rows: readonly Visit[]; typed: string }) {
  const found = rows.filter((row) => finds(typed, [row.visitorName, row.unit, row.plate]));
  const overdueFirst = [...found].sort((one, other) => Number(other.overdue) - Number(one.overdue));
  const shown = useKeptRows("gate, inside", overdueFirst, rows);
  return (
    <Section title={`Inside (${rows.length})`}>
      <Rows empty={rows.length === 0 ? "Nobody is visiting now." : "No visitor here matches."}>
        {shown.map((row) => (
          <Row
            key={row.id}
            unit={row.unit}
            open={asksFor(typed, row.unit, [row.visitorName])}
            name={row.visitorName}
            note={row.overdue && <b className="text-notice">Overdue</b>}
            details={
              <>
                since <Moment at={row.since} />
                {row.plate && `, ${row.plate}`}
              </>
            }
          >
            <OutButton row={row} />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

function OutButton({ row }: { row: Visit }) {
  const { id: visitId } = row;
  const send = api.gate.visits.release.useMutation({
    onSuccess: () =>
      offerUndo(visitId, {
        said: "Out",
        undo: async () => {
          await client.gate.visits.undoRelease.mutate({ visitId });
          await refreshGate();
        },
      }),
    onSettled: refreshGate,
  });
  return (
    <UndoableButton
      row={row}
      which={`who visits ${row.unit}`}
      send={send}
      press={() => send.mutate({ visitId })}
    >
      Out
    </UndoableButton>
  );
}

/** The visitors whom nobody saw leave, and who were signed out at night. */
export function AssumedOut({ rows }: { rows: GateNow["assumedOut"] }) {
  if (rows.length === 0) return null;
  return (
    <Section
      title="Assumed out"
      note="Nobody saw them leave, so Stoep signed them out at night. If one is still here, press Ask at the unit. If the unit says yes, they are in again."
    >
      <Rows empty="">
        {rows.map((row) => (
          <Row
            key={row.id}
            unit={row.unit}
            open={false}
            name={row.visitorName}
            details={<Moment before="since " at={row.since} />}
          />
        ))}
      </Rows>
    </Section>
  );
}

function Rows({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="mt-2 text-soft">{empty}</p>;
  return <ul className="mt-2 divide-y divide-line">{children}</ul>;
}

interface RowProps {
  unit: string;
  name: string;
  note?: ReactNode;
  details: ReactNode;
  /** Shown without a tap, because the guard typed it. */
  open: boolean;
  children?: ReactNode;
}

/** A visit with its unit. Who it is only shows at a tap, because the next in the queue can see it too. */
function Row({ unit, name, note, details, open, children }: RowProps) {
  const [tapped, setTapped] = useState(false);
  const isShown = open || tapped;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 grow basis-40">
        <p className="flex flex-wrap items-baseline gap-x-3 font-semibold wrap-anywhere">
          {unit} {note}
        </p>
        {isShown ? (
          <p className="break-words">
            {name || "A visitor"} <span className="text-sm text-soft">{details}</span>
          </p>
        ) : (
          <p aria-hidden="true" className="tracking-widest text-soft">
            ••••• ••••
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!open && (
          <Button
            kind="plain"
            small
            aria-expanded={tapped}
            which={unit}
            onClick={() => setTapped(!tapped)}
          >
            {tapped ? "Hide" : "Who"}
          </Button>
        )}
        {children}
      </div>
    </li>
  );
}
