import { createFileRoute, type LinkProps, useNavigate } from "@tanstack/react-router";
import { CircleAlert, CircleCheck } from "lucide-react";
import { memo, useCallback } from "react";
import { type Answers, api, utils, wordsOf } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { today } from "../../ui/days.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Head, ListRoom, Rows, TableBox } from "../../ui/TableParts.tsx";
import { Warning } from "../../ui/Warning.tsx";
import { columns, widths } from "./columns.tsx";
import { Entry, oneOf } from "./Entry.tsx";
import { ExportTrail } from "./ExportTrail.tsx";
import { filterOf, filterWords, type TrailSearch } from "./filter.ts";

const pageOf = (search: TrailSearch) => ({ ...filterOf(search), limit: 50 });

export const Route = createFileRoute("/admin/audit")({
  // `filterOf` checks the values, outside of the first load.
  validateSearch: (search: TrailSearch): TrailSearch => search,
  staticData: { title: "Audit trail" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    deps.entry
      ? utils.admin.audit.entry.ensureData(oneOf(deps.entry))
      : Promise.all([
          utils.admin.audit.entries.prefetchInfinite(pageOf(deps)),
          utils.admin.audit.about.fetch(),
          loadPaperHead(),
        ]),
  component: Audit,
});

function Audit() {
  const search = Route.useSearch();
  return search.entry ? <Entry search={search} /> : <Trail search={search} />;
}

function Trail({ search }: { search: TrailSearch }) {
  const [{ head, checked, actions, people }] = api.admin.audit.about.useSuspenseQuery();
  const [{ pages: fetched }, more] = api.admin.audit.entries.useSuspenseInfiniteQuery(
    pageOf(search),
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const rows = fetched.flatMap((page) => page.rows);
  const whoName = people.find(({ id }) => id === search.who)?.name;
  const only = filterWords(search, { actions, whoName, about: rows[0]?.about });
  const linkOf = useCallback(
    ({ id }: { id: string }): LinkProps => ({
      to: "/admin/audit",
      search: { ...search, entry: Number(id) },
    }),
    [search],
  );
  return (
    <>
      <PageHeader
        printed
        title="Audit trail"
        note="Who did what, and when. Nobody can change it unnoticed."
      >
        <ExportTrail search={search} only={only} rows={rows} />
      </PageHeader>
      {checked && <LastCheck {...checked} />}
      {only && <p className="mb-3 hidden print:block">{only}.</p>}
      <Filters search={search} about={rows[0]?.about} />
      {rows.length === 0 ? (
        <EmptyState>No entries match.</EmptyState>
      ) : (
        <ListRoom columns={columns.length}>
          <TableBox
            caption="Audit trail"
            count={more.hasNextPage ? -1 : rows.length + 1}
            apart={widths}
            head={columns.map(({ key, label }) => <Head key={key} label={label} />)}
          >
            <Rows rows={rows} columns={columns} link={linkOf} from={2} />
          </TableBox>
        </ListRoom>
      )}
      {more.isFetchNextPageError && (
        <p role="alert" className="mt-5 flex gap-2 font-medium print:hidden">
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" />
          The older entries could not be loaded. {wordsOf(more.error)}
        </p>
      )}
      {more.hasNextPage && (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
          <QuietButton
            className="print:hidden"
            busy={more.isFetchingNextPage}
            onClick={() => void more.fetchNextPage()}
          >
            Older entries
          </QuietButton>
          <p role="status" className="text-sm text-soft tabular-nums">
            Showing the newest {rows.length.toLocaleString("en-ZA")}.
          </p>
        </div>
      )}
      {head && (
        <p className="mt-6 text-sm text-soft wrap-anywhere">
          The trail has {head.seq.toLocaleString("en-ZA")} entries, and its check code ends in{" "}
          <code>{head.hash.slice(-16)}</code>. Write both down somewhere else. Later they show
          whether the newest entries are still there.
        </p>
      )}
    </>
  );
}

type Check = NonNullable<Answers["admin"]["audit"]["about"]["checked"]>;

function LastCheck({ at, problem }: Check) {
  return (
    <div className="mb-6 max-w-3xl print:hidden">
      {problem === null ? (
        <p className="flex gap-2.5">
          <CircleCheck className="mt-1 size-5 shrink-0 text-fynbos" />
          <span>
            The whole trail was checked with the backup of <Moment at={at} />. Nothing was changed,
            removed or added.
          </span>
        </p>
      ) : (
        <Warning>
          {problem} This was found during the backup of <Moment at={at} />. Either somebody with
          access to the machine did it, or its disk is failing. Compare with an older backup, and
          ask who was at the machine.
        </Warning>
      )}
    </div>
  );
}

interface Props {
  search: TrailSearch;
  about: string | null | undefined;
}

/** Memoized: a large building has thousands of people to choose from. */
const Filters = memo(function Filters({ search, about }: Props) {
  const [{ actions, people }] = api.admin.audit.about.useSuspenseQuery();
  const navigate = useNavigate();
  const narrow = (more: TrailSearch) =>
    void navigate({ to: "/admin/audit", search: { ...search, ...more }, resetScroll: false });
  const isNarrowed = Object.values(search).some(Boolean);
  return (
    <search
      aria-label="Audit trail"
      className="mb-5 grid grid-cols-2 items-end gap-3 *:min-w-0 max-xs:*:col-span-2 max-lg:*:nth-[-n+2]:col-span-2 lg:grid-cols-[1fr_1fr_11rem_auto] print:hidden"
    >
      <SelectField
        label="Person"
        name="who"
        placeholder="Everybody"
        value={search.who ?? ""}
        options={people.map(({ id, name }) => [id, name])}
        onChange={({ target: { value } }) => narrow({ who: value || undefined })}
      />
      <SelectField
        label="What happened"
        name="action"
        placeholder="Everything"
        value={search.action ?? ""}
        options={Object.entries(actions)}
        onChange={({ target: { value } }) => narrow({ action: value || undefined })}
      />
      <DateField
        label="Day"
        name="day"
        max={today()}
        value={search.day ?? ""}
        onChange={({ target: { value } }) => narrow({ day: value || undefined })}
      />
      {isNarrowed && (
        <QuietButton onClick={() => void navigate({ to: "/admin/audit", search: {} })}>
          Show everything
        </QuietButton>
      )}
      {search.about && (
        <p className="col-span-full text-soft">
          Only entries about {about ?? "the one thing you chose"}.
        </p>
      )}
    </search>
  );
});
