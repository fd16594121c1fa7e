import { FileDown, FileUp } from "lucide-react";
import { type ChangeEvent, type DragEvent, useState } from "react";
import {
  importFields,
  type Kind,
  maxImportBytes,
  maxImportRows,
} from "../../../server/features/imports/schema.ts";
import { documentSaved } from "../../texts.ts";
import { showToast } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import type { Importing } from "./useImport.ts";

interface Props {
  kind: Kind;
  importing: Importing;
}

/** Where people choose or drop a file, or download a template with the right headings. */
export function ChooseFile({ kind, importing: { chosen, choose } }: Props) {
  const [over, setOver] = useState(false);
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) void choose(file);
    // Lets people choose the same file again after correcting it.
    target.value = "";
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void choose(file);
  };
  return (
    <section aria-label="File" className="grid max-w-3xl gap-4">
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex min-h-14 cursor-pointer items-center rounded-xl border-2 border-dashed px-4 has-focus-visible:outline-3 has-focus-visible:outline-clay ${
          chosen ? "flex-wrap gap-x-4 py-2" : "flex-col gap-1 py-7 text-center"
        } ${over ? "border-clay bg-fynbos-pale" : "border-edge bg-surface hover:bg-sunken"}`}
      >
        {chosen ? (
          <>
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{chosen.name}</span>
            <span className="font-semibold text-clay underline underline-offset-4">
              Choose another file
            </span>
          </>
        ) : (
          <>
            <FileUp aria-hidden="true" className="mb-1 size-7 text-clay" />
            <span className="font-semibold">Choose a CSV file</span>
            <span className="hidden text-sm text-soft pointer-fine:block">or drop it here</span>
          </>
        )}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={picked}
          className="sr-only"
        />
      </label>
      {!chosen && <Help kind={kind} />}
    </section>
  );
}

const Help = ({ kind }: { kind: Kind }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <p className="max-w-lg text-sm text-soft">
      Up to {maxImportRows.toLocaleString("en-ZA")} rows and {maxImportBytes / 1024 / 1024} MB. In
      Excel or LibreOffice, choose Save As and then CSV UTF-8.
    </p>
    <Button kind="quiet" small onClick={() => void saveTemplate(kind)}>
      <FileDown aria-hidden="true" className="size-5" />
      Download a template
    </Button>
  </div>
);

/** Headings and an example row; with semicolons, as spreadsheets in this region read it. */
async function saveTemplate(kind: Kind) {
  try {
    const { csvOf, saveCsv } = await import("../../ui/csv.ts");
    const fields = importFields[kind];
    const rows = [fields.map(({ label }) => label), fields.map(({ example }) => example)];
    saveCsv(csvOf(rows, ";"), `${kind}-template.csv`);
    await showToast("success", documentSaved);
  } catch {
    await showToast(
      "error",
      "The template could not be saved. Check your connection and try again.",
    );
  }
}
