import { createFileRoute } from "@tanstack/react-router";
import { type Answers, api, utils } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { csvMoment, dayOf, findMoment, paperDay } from "../../ui/days.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { Table } from "../../ui/Table.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
import { Undoable } from "../../ui/Undoable.tsx";
import { noticeChips, noticeColumns } from "./columns.tsx";

export const Route = createFileRoute("/admin/changes")({
  validateSearch: tableSearch,
  staticData: { title: "Changes" },
  loader: () => Promise.all([utils.admin.changeNotices.all.ensureData(whole), loadPaperHead()]),
  component: Changes,
});

type Notice = Answers["admin"]["changeNotices"]["all"]["rows"][number];

const { kind, unit, who, day, state } = noticeColumns;

const columns: readonly Column<Notice>[] = [
  kind,
  unit,
  who,
  day,
  {
    key: "announcer",
    label: "Announced by",
    phone: "away",
    value: ({ announcer }) => announcer,
  },
  {
    key: "announced",
    label: "Announced",
    phone: "away",
    whole: true,
    value: ({ announcedAt }) => announcedAt,
    text: ({ announcedAt }) => paperDay(dayOf(new Date(announcedAt))),
    find: ({ announcedAt }) => findMoment(new Date(announcedAt)),
    csvValue: ({ announcedAt }) => csvMoment(new Date(announcedAt)),
    show: ({ announcedAt }) => <Moment at={announcedAt} />,
  },
  {
    ...state,
    show: (notice) => (
      <Undoable row={notice} which={notice.who} beside>
        <StatusBadge status={notice.state} />
      </Undoable>
    ),
  },
];

const isWithdrawn = ({ state }: Notice) => state === "Withdrawn";

function Changes() {
  const [{ rows, nextCursor }] = api.admin.changeNotices.all.useSuspenseQuery(whole);
  return (
    <>
      <PageHeader
        printed
        title="Changes"
        note="New owners and occupants that residents announced. Nothing is in the register until you confirm it."
      />
      <Table
        caption="Announced changes"
        rows={rows}
        cut={nextCursor !== null}
        columns={columns}
        empty="Nobody has announced a change yet"
        chips={noticeChips}
        highlight={isWithdrawn}
        link={({ id }) => ({ to: "/admin/changes/$noticeId", params: { noticeId: id } })}
      />
    </>
  );
}
