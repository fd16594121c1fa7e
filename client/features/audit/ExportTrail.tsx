import { showToast, utils } from "../../trpc.ts";
import { ExportCsv } from "../../ui/ExportCsv.tsx";
import { ExportPdf } from "../../ui/ExportPdf.tsx";
import { paperOfList } from "../../ui/listPaper.ts";
import type { OnProgress } from "../../ui/useProgress.tsx";
import { columns } from "./columns.tsx";
import { filterOf, type TrailSearch } from "./filter.ts";
import type { Entry } from "./words.ts";

/** The most entries in one file; people who need more filter the trail by day or person. */
const most = 10_000;
const onlyNewest = `Only the newest ${most} entries.`;

/** All entries that match the filter, also unfetched ones. Null when the person stopped it. */
async function allEntries(search: TrailSearch, onProgress: OnProgress): Promise<Entry[] | null> {
  const { head } = await utils.admin.audit.about.ensureData();
  // With a filter the total is unknown.
  const total =
    Object.keys(filterOf(search)).length > 0 ? undefined : Math.min(head?.seq ?? 0, most);
  const rows: Entry[] = [];
  let cursor: string | null = "";
  while (cursor !== null && rows.length < most) {
    const page: Awaited<ReturnType<typeof utils.admin.audit.entries.fetch>> =
      await utils.admin.audit.entries.fetch({
        ...filterOf(search),
        limit: 200,
        ...(cursor && { cursor }),
      });
    rows.push(...page.rows);
    if (!onProgress("Fetched", rows.length, total)) return null;
    cursor = page.nextCursor;
  }
  return rows;
}

/** The same for a CSV, which has no place for a note. */
async function entriesOf(search: TrailSearch, onProgress: OnProgress) {
  const all = await allEntries(search, onProgress);
  if (all && all.length >= most) await showToast("success", onlyNewest);
  return all;
}

async function paperOf(search: TrailSearch, only: string, onProgress: OnProgress) {
  const [all, { head }] = await Promise.all([
    allEntries(search, onProgress),
    utils.admin.audit.about.ensureData(),
  ]);
  if (!all) return null;
  const notes = [
    `${all.length} entries`,
    only,
    all.length >= most && onlyNewest,
    `The trail has ${head?.seq} entries. The check code of the last one ends in ${head?.hash.slice(-16)}.`,
  ];
  const paper = paperOfList({ title: "Audit trail", columns, rows: all, only, totals: [] });
  return { ...paper, notes: notes.flatMap((note) => note || []) };
}

interface Props {
  search: TrailSearch;
  only: string;
  rows: readonly Entry[];
}

export const ExportTrail = ({ search, only, rows }: Props) => (
  <>
    <ExportCsv
      caption="Audit trail"
      only={only}
      columns={columns}
      rows={rows}
      whole={(onProgress) => entriesOf(search, onProgress)}
    />
    <ExportPdf
      small
      disabled={rows.length === 0}
      paper={(onProgress) => paperOf(search, only, onProgress)}
    />
  </>
);
