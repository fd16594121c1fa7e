import type { Answers } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { Day } from "../../ui/DateTime.tsx";
import { paperDay } from "../../ui/days.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

export type Request = Answers["admin"]["maintenance"]["all"]["rows"][number];

export const isClosed = ({ status }: Request) => status === "Closed";

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
