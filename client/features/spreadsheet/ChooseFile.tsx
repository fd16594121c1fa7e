import { FileDown, FileUp } from "lucide-react";
import { type ChangeEvent, type DragEvent, useState } from "react";
import { maxImportBytes, maxImportRows } from "../../../server/features/spreadsheet/schema.ts";
import { documentSaved } from "../../texts.ts";
import { showToast } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import type { Importing } from "./useImport.ts";

interface Props {
  template: Template;
  importing: Pick<Importing, "chosen" | "choose">;
}

export function ChooseFile({ template, importing: { chosen, choose } }: Props) {
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
            <FileUp className="mb-1 size-7 text-clay" />
            <span className="font-semibold">Choose a spreadsheet</span>
            <span className="hidden text-sm text-soft pointer-fine:block">or drop it here</span>
          </>
        )}
        <input type="file" accept={accepted} onChange={picked} className="sr-only" />
      </label>
      {!chosen && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="max-w-lg text-sm text-soft">
            Up to {maxImportRows.toLocaleString("en-ZA")} rows and {maxImportBytes / 1024 / 1024}{" "}
            MB. Excel (.xlsx) or CSV, with a row for each unit or for each person.
          </p>
          <QuietButton small onClick={() => void saveTemplate(template)}>
            <FileDown className="size-5" />
            Download a template
          </QuietButton>
        </div>
      )}
    </section>
  );
}

const accepted =
  ".xlsx,.csv,.tsv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Headings and an example row; with semicolons, as spreadsheets in this region read it. */
async function saveTemplate({ name, rows }: Template) {
  try {
    const { csvOf, saveCsv } = await import("../../ui/csv.ts");
    saveCsv(csvOf(rows, ";"), `${name}-template.csv`);
    await showToast("success", documentSaved);
  } catch {
    await showToast(
      "error",
      "The template could not be saved. Check your connection and try again.",
    );
  }
}

interface Template {
  name: string;
  rows: string[][];
}

// With dashes, Excel keeps a telephone number's zero.
const cellPhone = "082-123-4567";

export const ofUnits: Template = {
  name: "people-and-units",
  rows: [
    ["Unit", "Section", "Floor area", "PQ", "Owner or tenant", "Name", "Surname", "Email", "Cell"],
    ["Unit 3", "3", "82", "2,5000", "Owner", "Thandi", "Nkosi", "t@example.co.za", cellPhone],
  ],
};

export const ofStaff: Template = {
  name: "staff",
  rows: [
    ["Name", "Surname", "Email", "Cell phone", "ID/Passport number", "Maintenance type"],
    ["Grace", "Zulu", "grace@example.co.za", cellPhone, "8001015009087", "Cleaning"],
  ],
};
