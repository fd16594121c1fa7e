import { CircleCheck } from "lucide-react";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { FailureBox } from "../../ui/Failure.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ChooseFile, FileHelp } from "./ChooseFile.tsx";
import { ImportKinds } from "./ImportKinds.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { MendRows } from "./MendRows.tsx";
import { Questions } from "./Questions.tsx";
import { RegisterColumns } from "./RegisterColumns.tsx";
import { RegisterOutcome } from "./RegisterOutcome.tsx";
import { type RegisterImport, useRegister } from "./useRegister.ts";

const template = {
  name: "people-and-units",
  rows: [
    ["Unit", "Section", "Floor area", "PQ", "Owner or tenant", "Name", "Surname", "Email", "Cell"],
    ["Unit 3", "3", "82", "2,5000", "Owner", "Thandi", "Nkosi", "t@example.co.za", "082 123 4567"],
  ],
};

/** Imports units with their owners and tenants from one list. */
export function ImportRegister() {
  const importing = useRegister();
  const { checked, done, busy, why, chosen } = importing;
  return (
    <>
      <PageHeader
        up={<TextLink to="/admin/units">All units</TextLink>}
        title="Import people and units"
        note="Bring the list you have, as your managing agent gave it to you. First you see what would happen, and nothing is stored until you say so."
      />
      <ImportKinds />
      {done ? (
        <Done importing={importing} />
      ) : (
        <div className="grid grid-cols-1 gap-8">
          <ChooseFile
            title="Choose a spreadsheet"
            importing={importing}
            help={
              <FileHelp template={template}>
                Excel (.xlsx) or CSV, with a row for each unit or for each person.
              </FileHelp>
            }
          />
          {why && (
            <FailureBox className="max-w-3xl flex-wrap">
              <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{why}</p>
              {chosen && !checked && (
                <Button kind="quiet" small onClick={importing.checkAgain}>
                  Retry
                </Button>
              )}
            </FailureBox>
          )}
          {checked && <RegisterColumns importing={importing} checked={checked} />}
          {checked && !checked.missing && (
            <>
              <Questions importing={importing} checked={checked} />
              <MendRows importing={importing} checked={checked} />
              <RegisterOutcome importing={importing} checked={checked} />
            </>
          )}
        </div>
      )}
      {busy && <ImportProgress cancel={importing.cancel} {...busy} />}
    </>
  );
}

function Done({ importing: { done, restart } }: { importing: RegisterImport }) {
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
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-fynbos" />
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
        <ButtonLink to="/admin/units" kind="quiet">
          All units
        </ButtonLink>
        <Button kind="quiet" onClick={restart}>
          Import another file
        </Button>
      </div>
    </div>
  );
}
