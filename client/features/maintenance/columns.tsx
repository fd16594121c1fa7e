import type { Answers } from "../../trpc.ts";
import type { Chip, Column } from "../../ui/column.ts";
import { Day } from "../../ui/DateTime.tsx";
import { daysBetween, findDay, paperDay, today } from "../../ui/days.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

export type Request = Answers["resident"]["maintenance"]["mine"]["rows"][number];
/** As staff and admins see it: with the name of who reported it. */
export type ReportedRequest = Answers["staff"]["maintenance"]["all"]["rows"][number];

export const isClosed = ({ status }: Request) => status === "Closed";

/** A request that has been open for so many days waits too long. */
const longDays = 14;
const waitsLong = ({ status, date }: Request) =>
  status === "Open" && daysBetween(date, today()) >= longDays;

/** The chips above a list of requests. */
export const requestChips: readonly Chip<Request>[] = [
  { group: "status", value: "Open", label: "Open", has: ({ status }) => status === "Open" },
  { group: "status", value: "Closed", label: "Closed", has: isClosed },
  { group: "age", value: "long", label: "Open for 2 weeks", has: waitsLong, rare: true },
];

/** Every column that a list of requests may have; each list picks its own, by name. */
export const requestColumns = {
  type: {
    key: "type",
    label: "Type Of Maintenance",
    value: ({ maintenanceType }) => maintenanceType,
  },
  description: {
    key: "description",
    label: "Description",
    value: ({ description }) => description,
  },
  room: { key: "room", label: "RoomNumber", value: ({ roomNumber }) => roomNumber },
  date: {
    key: "date",
    label: "Date",
    whole: true,
    value: ({ date }) => date,
    text: ({ date }) => paperDay(date),
    find: ({ date }) => findDay(date),
    csvValue: ({ date }) => date,
    show: ({ date }) => <Day on={date} />,
  },
  status: {
    key: "status",
    label: "Status",
    value: ({ status }) => status,
    show: ({ status }) => <StatusBadge status={status} />,
  },
} satisfies Record<string, Column<Request>>;

/** The description, and under it the trade and who reported it. */
export const reportedColumn: Column<ReportedRequest> = {
  ...requestColumns.description,
  text: (request) => `${request.description} ${reportOf(request)}`,
  csvValue: ({ description }) => description,
  show: (request) => (
    <>
      {request.description}
      <span className="block text-sm text-soft">{reportOf(request)}</span>
    </>
  ),
};

const reportOf = ({ maintenanceType, reporter }: ReportedRequest) =>
  `${maintenanceType}, reported by ${reporter}`;

/** The open requests first; otherwise the order stays. */
export const openFirst = <Row extends Request>(rows: readonly Row[]): Row[] => [
  ...rows.filter((row) => !isClosed(row)),
  ...rows.filter(isClosed),
];
