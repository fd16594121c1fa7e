import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import type { Chip, Column } from "../../ui/column.ts";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { csvMoment, dayOf, findMoment, paperDay, today } from "../../ui/days.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { type About, aboutOf, tableSearch, whole } from "../../ui/tableSearch.ts";
import { type Visit, visitorColumns } from "./columns.tsx";
import { SignOut } from "./SignOut.tsx";

const inputOf = (about: About) => ({ ...about, ...whole });

export const Route = createFileRoute("/admin/visitors")({
  validateSearch: tableSearch,
  staticData: { title: "Visitors" },
  loaderDeps: ({ search }) => aboutOf(search),
  loader: ({ deps }) =>
    Promise.all([utils.admin.visitors.present.ensureData(inputOf(deps)), loadPaperHead()]),
  component: WhoIsIn,
});

/** The time of arrival; for who was signed in for a later day and has not come, of signing in. */
const cameAt = ({ arrivedAt, signedInAt }: Visit) => arrivedAt ?? signedInAt;
const laterOn = ({ arrivedAt }: Visit, day: string) =>
  arrivedAt ? "" : `, for ${day}, not here yet`;

const columns: readonly Column<Visit>[] = [
  ...visitorColumns,
  {
    key: "resident",
    label: "Visits",
    phone: "rest",
    value: ({ residentName }) => residentName,
    show: ({ residentId, residentName }) => <PersonLink id={residentId}>{residentName}</PersonLink>,
  },
  {
    key: "room",
    label: "RoomNumber",
    value: ({ roomNumber }) => roomNumber,
  },
  {
    key: "type",
    label: "Visitation",
    phone: "away",
    value: ({ visitationType }) => visitationType,
  },
  {
    key: "date",
    label: "Sign In Date",
    whole: true,
    value: cameAt,
    text: (visit) =>
      `${paperDay(dayOf(new Date(cameAt(visit))))}${laterOn(visit, paperDay(visit.startDate))}`,
    find: (visit) => findMoment(new Date(cameAt(visit))),
    csvValue: (visit) => `${csvMoment(new Date(cameAt(visit)))}${laterOn(visit, visit.startDate)}`,
    show: (visit) => (
      <>
        <Moment at={cameAt(visit)} />
        {!visit.arrivedAt && (
          <span className="block text-sm text-soft">
            for <Day on={visit.startDate} />, not here yet
          </span>
        )}
      </>
    ),
  },
  {
    key: "action",
    label: "Action",
    phone: "end",
    show: (visit) => <SignOut as="admin" visit={visit} />,
  },
];

const daysIn = ({ leaveDate, startDate }: Visit) => leaveDate || startDate;

/** Those who should have left before today come first: somebody may have forgotten them. */
const chips: readonly Chip<Visit>[] = [
  {
    group: "since",
    value: "yesterday",
    label: "Since yesterday or longer",
    has: ({ arrivedAt }) => arrivedAt !== null && dayOf(new Date(arrivedAt)) < today(),
    rare: true,
  },
  {
    group: "since",
    value: "forgotten",
    label: "Should have left",
    has: (visit) => visit.arrivedAt !== null && daysIn(visit) < today(),
    rare: true,
  },
];

function WhoIsIn() {
  const [list] = api.admin.visitors.present.useSuspenseQuery(inputOf(aboutOf(Route.useSearch())));
  return (
    <>
      <PageHeader
        printed
        title="Visitors"
        note={
          list.rows.some(({ arrivedAt }) => !arrivedAt)
            ? "Who is in the building now, and who was signed in for a later day."
            : "Who is in the building now."
        }
      >
        <TextLink to="/admin/gate">The gate</TextLink>
      </PageHeader>
      <Table
        caption="Visitors"
        rows={list.rows}
        about={"about" in list ? list.about : undefined}
        columns={columns}
        chips={chips}
        empty="No visitors signed in"
        drawing="door"
      />
    </>
  );
}
