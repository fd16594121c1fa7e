import { createFileRoute, type LinkProps } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import type { Choices } from "../../../server/features/spreadsheet/schema.ts";
import { utils } from "../../trpc.ts";
import { ButtonLink, QuietButton, QuietLink } from "../../ui/Button.tsx";
import { FailureBox } from "../../ui/Failure.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { AssignColumns } from "./AssignColumns.tsx";
import { ChooseFile, ofStaff, ofUnits } from "./ChooseFile.tsx";
import { MendRows } from "./MendRows.tsx";
import { NewerDetails } from "./NewerDetails.tsx";
import { Outcome } from "./Outcome.tsx";
import { Questions, Remarks } from "./Questions.tsx";
import { RecentImports } from "./RecentImports.tsx";
import { type Importing, useImport } from "./useImport.ts";
import type { Busy } from "./useSending.ts";

interface From {
  to: LinkProps["to"];
  all: string;
  as?: NonNullable<Choices["as"]>;
}

const units: From = { to: "/admin/units", all: "All units" };
const from = {
  register: units,
  residents: { to: "/admin/residents", all: "All residents", as: "occupant" },
  staff: { to: "/admin/staff", all: "All staff", as: "staff" },
  units,
} as const satisfies Record<string, From>;
type Kind = keyof typeof from;

export const Route = createFileRoute("/admin/import")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tableSearch(search),
    kind: search.kind as Kind | undefined,
  }),
  staticData: { title: "Import" },
  // Always from the server: a list that was kept goes on from there.
  loader: () => utils.admin.imports.begun.fetch(undefined, { staleTime: 0 }),
  component: Import,
});

function Import() {
  const { kind: named = "register" } = Route.useSearch();
  const kind = Object.hasOwn(from, named) ? named : "register";
  // From another list it starts from the beginning, with the answer that fits that list.
  return <ImportFrom key={kind} kind={kind} />;
}

function ImportFrom({ kind }: { kind: Kind }) {
  const { to, all, as }: From = from[kind];
  const { staged } = Route.useLoaderData();
  const importing = useImport(as, staged);
  const { checked, done, busy, why, chosen } = importing;
  return (
    <>
      <PageHeader
        up={<TextLink to={to}>{all}</TextLink>}
        title="Import people and units"
        note="Bring the list you have, as your managing agent gave it to you. First you see what would happen, and nothing is stored until you say so."
      />
      {done ? (
        <Done importing={importing} to={to} all={all} />
      ) : (
        <div className="grid grid-cols-1 gap-8">
          <ChooseFile importing={importing} template={kind === "staff" ? ofStaff : ofUnits} />
          {chosen && !busy && (
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
              What you choose and type here is kept for you, for a week.
              <QuietButton small onClick={importing.restart}>
                Leave this list
              </QuietButton>
            </p>
          )}
          {why && (
            <FailureBox className="max-w-3xl flex-wrap">
              <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{why}</p>
              {chosen && !checked && (
                <QuietButton small onClick={importing.checkAgain}>
                  Retry
                </QuietButton>
              )}
            </FailureBox>
          )}
          {checked && <AssignColumns importing={importing} checked={checked} />}
          {checked && !checked.missing && (
            <>
              <Remarks remarks={checked.remarks} />
              <Questions importing={importing} checked={checked} />
              <MendRows importing={importing} checked={checked} />
              <NewerDetails importing={importing} checked={checked} />
              <Outcome importing={importing} checked={checked} />
            </>
          )}
        </div>
      )}
      {(done || !chosen) && <RecentImports onTakenBack={importing.restart} />}
      {busy && <ImportProgress cancel={importing.cancel} {...busy} />}
    </>
  );
}

type DoneProps = Pick<From, "to" | "all"> & { importing: Importing };

function Done({ importing: { done, restart }, to, all }: DoneProps) {
  const added = done?.counts.people.add ?? 0;
  return (
    <div className="max-w-2xl">
      <p
        // Takes the focus, because the button that was pressed is gone.
        ref={(element) => element?.focus()}
        tabIndex={-1}
        role="status"
        className="flex gap-2.5 text-xl font-semibold outline-none"
      >
        <CircleCheck className="mt-0.5 size-6 shrink-0 text-fynbos" />
        {done?.message}
      </p>
      {added > 0 && (
        <p className="mt-3">
          None of them can log in yet. Print a sheet for each door: with the code on it people
          choose their own password.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/admin/invites" kind={added > 0 ? "solid" : "quiet"}>
          Print invites
        </ButtonLink>
        <QuietLink to={to}>{all}</QuietLink>
        <QuietButton onClick={restart}>Import another file</QuietButton>
      </div>
    </div>
  );
}

function ImportProgress({ cancel, what, part }: Busy & { cancel: () => void }) {
  const arrived = part > 0.995;
  const words = what === "checking" ? "Checking the file" : "Importing";
  return (
    <div className="fixed inset-x-4 bottom-20 z-10 mx-auto flex max-w-md items-center gap-4 rounded-xl bg-surface p-4 shadow-xl ring-1 ring-edge transition-opacity delay-200 lg:bottom-8 starting:opacity-0">
      <div className="min-w-0 flex-1">
        <p role="status" className="font-semibold">
          {words} …
        </p>
        <Progress label={words} part={arrived ? null : part} />
      </div>
      {/* An import that has fully arrived on the server can no longer be cancelled. */}
      {(what === "checking" || !arrived) && (
        <QuietButton small onClick={cancel}>
          Cancel
        </QuietButton>
      )}
    </div>
  );
}
