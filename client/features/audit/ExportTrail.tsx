import { FileDown } from "lucide-react";
import { useState } from "react";
import { documentSaved } from "../../texts.ts";
import { say, utils } from "../../trpc.ts";
import { textOf } from "../../ui/arrange.ts";
import { Button } from "../../ui/Button.tsx";
import { sayLongDay, today } from "../../ui/days.ts";
import { ExportCsv } from "../../ui/ExportCsv.tsx";
import { columns, type Entry } from "./columns.tsx";
import { filterOf } from "./filter.ts";
import type { TrailSearch } from "./search.ts";

/** So many a file holds; who needs more narrows the trail to a day or a person. */
const most = 10_000;

/** Everything the filter leaves, also what the screen has not fetched yet. */
async function allEntries(search: TrailSearch): Promise<Entry[]> {
  const rows: Entry[] = [];
  let cursor: string | null = "";
  while (cursor !== null && rows.length < most) {
    const page: Awaited<ReturnType<typeof utils.admin.audit.entries.fetch>> =
      await utils.admin.audit.entries.fetch({
        ...{ ...filterOf(search), limit: 200 },
        ...(cursor && { cursor }),
      });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  }
  return rows;
}

/** In mm at most; a column without one takes what is left. */
const widths: Record<string, number> = { when: 32, who: 28, deed: 34, about: 26, where: 28 };

/** Saves the trail, as it is narrowed, as a spreadsheet or on paper. */
export function ExportTrail({ search, rows }: { search: TrailSearch; rows: readonly Entry[] }) {
  const [busy, setBusy] = useState(false);
  const savePaper = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const [{ savePdf }, { name }, all, { head }] = await Promise.all([
        import("../../ui/pdf.ts"),
        utils.member.building.details.ensureData(),
        allEntries(search),
        utils.admin.audit.about.ensureData(),
      ]);
      const cut = all.length >= most ? [`Only the newest ${most} entries.`] : [];
      await savePdf({
        ...{ title: "Audit trail", building: name, date: sayLongDay(today()), addressee: [] },
        fileName: `audit-trail-${today()}.pdf`,
        notes: [
          `${all.length} entries${search.day ? ` of ${sayLongDay(search.day)}` : ""}`,
          ...cut,
          `The trail has ${head?.seq} entries. The last one ends in ${head?.hash.slice(-16)}.`,
        ],
        columns: columns.map(({ key, label }) => ({ label, width: widths[key] })),
        rows: all.map((row) => columns.map((column) => textOf(column, row))),
        totals: [],
      });
      await say("success", documentSaved);
    } catch {
      await say("error", "The PDF could not be made. Check your connection and try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ExportCsv
        caption="Audit trail"
        columns={columns}
        rows={rows}
        whole={() => allEntries(search)}
      />
      <Button kind="quiet" small busy={busy} disabled={rows.length === 0} onClick={savePaper}>
        <FileDown aria-hidden="true" className="size-5" />
        Export PDF
      </Button>
    </>
  );
}
