import { FileDown } from "lucide-react";
import { useState } from "react";
import { documentSaved } from "../../texts.ts";
import { say, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import type { Paper } from "../../ui/pdf.ts";
import { named } from "../../ui/tableSearch.ts";

interface Props extends Pick<Paper, "title" | "columns" | "rows" | "totals" | "fileName"> {
  profileId: string | undefined;
  /** Of the rows, from which the period is taken. */
  dates: string[];
}

/** Makes a letter of a resident's list. jsPDF arrives with the first press. */
export function ExportPdf({ profileId, dates, ...paper }: Props) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const [{ savePdf }, { name }, person] = await Promise.all([
        import("../../ui/pdf.ts"),
        utils.member.building.details.ensureData(),
        utils.resident.profile.get.ensureData(named({ profileId })),
      ]);
      await savePdf({
        ...paper,
        building: name,
        addressee: [`${person.name} ${person.surname}`, person.address],
        period: periodOf(dates),
      });
      await say("success", documentSaved);
    } catch {
      await say("error", "The PDF could not be made. Check your connection and try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="quiet" busy={busy} disabled={paper.rows.length === 0} onClick={save}>
      <FileDown aria-hidden="true" className="size-5" />
      Export as PDF
    </Button>
  );
}

const day = new Intl.DateTimeFormat("en-ZA", { dateStyle: "long" });

/** From the first to the last of the dates, in words. */
function periodOf(dates: string[]): string {
  const [first, last] = [dates.toSorted().at(0), dates.toSorted().at(-1)];
  if (!first || !last) return day.format(new Date());
  return `${day.format(new Date(first))} to ${day.format(new Date(last))}`;
}
