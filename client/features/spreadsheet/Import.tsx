import { createFileRoute, type LinkProps } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { type Kind, kinds } from "../../../server/features/spreadsheet/imports/schema.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { FailureBox } from "../../ui/Failure.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { ToPaperInvites } from "../people/links.tsx";
import { ChooseFile, FileHelp, templateOf } from "./ChooseFile.tsx";
import { Columns } from "./Columns.tsx";
import { ImportKinds } from "./ImportKinds.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportRegister } from "./ImportRegister.tsx";
import { Outcome } from "./Outcome.tsx";
import { type Importing, useImport } from "./useImport.ts";

export const Route = createFileRoute("/admin/import")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tableSearch(search),
    kind: search.kind as Kind | "register" | undefined,
  }),
  staticData: { title: "Import" },
  component: Import,
});

const lists: Record<Kind, { to: LinkProps["to"]; all: string }> = {
  residents: { to: "/admin/residents", all: "All residents" },
  staff: { to: "/admin/staff", all: "All staff" },
  units: { to: "/admin/units", all: "All units" },
};

/** Imports people or units from a spreadsheet; the URL says which. */
function Import() {
  const { kind: named } = Route.useSearch();
  if (named === "register") return <ImportRegister />;
  const kind = kinds.find((each) => each === named) ?? "residents";
  // Another kind starts from the beginning, because the state of a file belongs to the kind it was
  // chosen for.
  return <ImportOf key={kind} kind={kind} />;
}

function ImportOf({ kind }: { kind: Kind }) {
  const importing = useImport(kind);
  const { checked, done, busy, why } = importing;
  const { to, all } = lists[kind];
  return (
    <>
      <PageHeader
        up={<TextLink to={to}>{all}</TextLink>}
        title={`Import ${kind}`}
        note="You can import from a CSV file, all rows or none. First you see what would happen."
      />
      <ImportKinds />
      {done ? (
        <Done kind={kind} importing={importing} />
      ) : (
        <div className="grid grid-cols-1 gap-8">
          <ChooseFile
            title="Choose a CSV file"
            importing={importing}
            help={
              <FileHelp template={templateOf(kind)}>Excel workbooks (.xlsx) are read too.</FileHelp>
            }
          />
          {why && <Problem why={why} importing={importing} />}
          {checked && <Columns kind={kind} importing={importing} checked={checked} />}
          {checked && checked.missing.length === 0 && (
            <Outcome kind={kind} importing={importing} checked={checked} />
          )}
        </div>
      )}
      {busy && <ImportProgress cancel={importing.cancel} {...busy} />}
    </>
  );
}

function Problem({ why, importing }: { why: string; importing: Importing }) {
  const { chosen, checked, checkAgain } = importing;
  return (
    <FailureBox className="max-w-3xl flex-wrap">
      <p className="min-w-0 flex-1 basis-60">{why}</p>
      {chosen && !checked && (
        <Button kind="quiet" small onClick={checkAgain}>
          Retry
        </Button>
      )}
    </FailureBox>
  );
}

function Done({ kind, importing }: { kind: Kind; importing: Importing }) {
  const { to, all } = lists[kind];
  const people = kind !== "units" && (importing.done?.counts.add ?? 0) > 0;
  return (
    <div className="max-w-2xl">
      <p
        // Takes the focus, because the button that was pressed is gone.
        ref={(element) => element?.focus()}
        tabIndex={-1}
        role="status"
        className="flex gap-2.5 text-xl font-semibold outline-none"
      >
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-fynbos" />
        {importing.done?.message}
      </p>
      {people && (
        <p className="mt-3">
          They have no password yet. Print a sheet for each door. With the code on it they choose
          their own password.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={to}>{all}</ButtonLink>
        {people && <ToPaperInvites />}
        <Button kind="quiet" onClick={importing.restart}>
          Import another file
        </Button>
      </div>
    </div>
  );
}
