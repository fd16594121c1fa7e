import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { maxPeople } from "../../../../server/features/account/printedInvites/schema.ts";
import { type Answers, api, utils, wordsOf } from "../../../trpc.ts";
import { Button, QuietButton } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FailureBox } from "../../../ui/Failure.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../../ui/PaperHead.tsx";
import { PersonLink } from "../../../ui/PersonLink.tsx";
import { counted } from "../../../ui/plural.ts";
import { Section } from "../../../ui/Section.tsx";
import { Table } from "../../../ui/Table.tsx";
import { type TableSearch, tableSearch } from "../../../ui/tableSearch.ts";
import { elsewhereColumns, type Waiting, waitingColumns } from "./columns.tsx";
import { PrintedInvites } from "./PrintedInvites.tsx";

interface Search extends TableSearch {
  /** The ids of people, with spaces, whose invites were asked for on another screen. */
  choose?: string | undefined;
}

export const Route = createFileRoute("/admin/invites")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...tableSearch(search),
    choose: typeof search.choose === "string" ? search.choose : undefined,
  }),
  staticData: { title: "Invites on paper" },
  loader: () => Promise.all([utils.admin.sheets.waiting.ensureData(), loadPaperHead()]),
  component: PaperInvites,
});

const none: ReadonlySet<string> = new Set();

function PaperInvites() {
  const [{ units, companies, ...address }] = api.admin.sheets.waiting.useSuspenseQuery();
  const asked = new Set(Route.useSearch().choose?.split(" "));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(
      units.filter(({ people }) => people.some(({ id }) => asked.has(id))).map(({ id }) => id),
    ),
  );
  const fresh = () =>
    void Promise.all([utils.admin.sheets.invalidate(), utils.admin.dashboard.invalidate()]);
  // The codes disappear when the page is left.
  const send = api.admin.sheets.make.useMutation({ gcTime: 0, onSettled: fresh });
  if (send.data) {
    const done = () => {
      send.reset();
      setChosen(none);
      fresh();
      document.getElementById("main")?.focus();
    };
    return <PrintedInvites made={send.data} changed={fresh} done={done} />;
  }

  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const [here, elsewhere] = [false, true].map((which) =>
    units.filter(({ isElsewhere }) => isElsewhere === which),
  ) as [Waiting[], Waiting[]];
  const picked = units.filter(({ id }) => chosen.has(id));
  const isAll = picked.length === units.length;
  const make = () => {
    const people = picked.flatMap(({ people }) => people.map(({ id }) => id));
    if (!send.isPending) send.mutate({ people });
  };
  return (
    <>
      <PageHeader
        printed
        title="Invites on paper"
        note="Print a sheet for everybody who has not signed in yet, and push it under their door. It has a QR code and a code to type, with which they choose their own password. Each sheet is one person's."
      />
      {units.length === 0 ? (
        <EmptyState drawing="tea">
          Nobody is waiting. Everybody who is here has signed in.
        </EmptyState>
      ) : (
        <>
          <SheetAddress {...address} />
          <div className="mb-4 flex flex-wrap gap-3 print:hidden">
            <QuietButton
              small
              onClick={() => setChosen(isAll ? none : new Set(units.map(({ id }) => id)))}
            >
              {isAll ? "Choose none" : "Choose all"}
            </QuietButton>
          </div>
          {here.length > 0 && (
            <Table
              caption="Who waits"
              rows={here}
              columns={waitingColumns(chosen, toggle)}
              highlight={({ id }) => chosen.has(id)}
              empty=""
            />
          )}
          {elsewhere.length > 0 && (
            <Section
              title="Owners who live elsewhere"
              note="Their door is not in the building: share their code, or post the sheet. It works for 30 days."
              className="mt-8"
            >
              <Table
                caption="Owners who live elsewhere"
                rows={elsewhere}
                columns={elsewhereColumns(chosen, toggle)}
                highlight={({ id }) => chosen.has(id)}
                empty=""
              />
            </Section>
          )}
        </>
      )}
      {companies.length > 0 && <Companies companies={companies} />}
      {picked.length > 0 && (
        <Order picked={picked} busy={send.isPending} error={send.error} make={make} />
      )}
    </>
  );
}

type Company = Answers["admin"]["sheets"]["waiting"]["companies"][number];

/** The companies, which get no sheet, so that an admin does not look for one. */
const Companies = ({ companies }: { companies: readonly Company[] }) => (
  <Section
    title="Without a sheet"
    note="Companies and trusts cannot sign in. Sign up the person who acts for them as a resident."
    className="mt-8 max-w-2xl print:hidden"
  >
    <ul className="-mt-2 list-disc pl-6">
      {companies.map(({ id, name, units }) => (
        <li key={id} className="wrap-anywhere">
          <PersonLink id={id}>{name}</PersonLink>, {units.join(", ")}
        </li>
      ))}
    </ul>
  </Section>
);

interface OrderProps {
  picked: readonly Waiting[];
  busy: boolean;
  error: unknown;
  make: () => void;
}

function Order({ picked, busy, error, make }: OrderProps) {
  const people = picked.flatMap(({ people }) => people);
  const isFar = picked.some(({ isElsewhere }) => isElsewhere);
  const isNear = picked.some(({ isElsewhere }) => !isElsewhere);
  const days = isNear
    ? `7 days${isFar ? ", and for 30 where owners live elsewhere" : ""}`
    : "30 days";
  const tooMany = people.length > maxPeople;
  return (
    <section
      aria-label="What will be printed"
      className="sticky bottom-20 z-10 mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl bg-surface p-4 shadow-xl ring-1 ring-line sm:p-5 lg:bottom-6 print:hidden"
    >
      <div role="status" className="min-w-0 basis-80 grow">
        <p className="font-semibold">
          {counted(people.length, "sheet")}
          {people.length > 1 && ", one for each person"}
        </p>
        <p className="text-sm text-soft">
          {tooMany
            ? `You can print for at most ${maxPeople} people at once. Choose fewer now and the others afterwards.`
            : `The new codes work for ${days}. Sheets and links that they already have stop working when you print or share the new ones.`}
        </p>
      </div>
      {!tooMany && (
        <Button busy={busy} onClick={make}>
          Make {counted(people.length, "sheet")}
        </Button>
      )}
      {error !== null && <FailureBox className="basis-full">{wordsOf(error)}</FailureBox>}
    </section>
  );
}

type SheetAddressProps = Pick<Answers["admin"]["sheets"]["waiting"], "origin" | "reach">;

const SheetAddress = ({ origin, reach }: SheetAddressProps) => (
  <p className="-mt-3 mb-5 max-w-2xl text-sm text-soft wrap-anywhere">
    The sheets lead to {origin}.{" "}
    {reach === "machine" && (
      <>
        That address works on this machine only, and not on a phone. Before you print, ask whoever
        installed Stoep to set the address that people type.
      </>
    )}
    {reach === "number" && (
      <>
        They stop working if the router ever gives this machine another number. Ask whoever looks
        after the router to keep the number, or whoever installed Stoep to give it a name.
      </>
    )}
  </p>
);
