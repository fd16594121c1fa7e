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
const shortDay = new Intl.DateTimeFormat("en-ZA", {
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** An instant, or a day as `YYYY-MM-DD`, in the zone the screen shows. */
const dateOf = (at: string) => new Date(at.length === 10 ? `${at}T00:00` : at);

/** A date as it stands in a paper's table: the screen's words, always with the year. */
export const paperDay = (at: string) => shortDay.format(dateOf(at));

/** From the first to the last of the dates, in words. */
function periodOf(dates: string[]): string {
  const sorted = dates.map(dateOf).sort((one, other) => one.getTime() - other.getTime());
  const [from, to] = [sorted.at(0), sorted.at(-1)].map((date) => day.format(date ?? new Date()));
  return from === to ? `${from}` : `${from} to ${to}`;
}
