import type { Answers } from "../../trpc.ts";
import type { Chip, Column } from "../../ui/column.ts";
import { Day } from "../../ui/DateTime.tsx";
import { findDay, paperDay } from "../../ui/days.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { kindWords } from "./words.ts";

export type OwnNotice = Answers["resident"]["changeNotices"]["mine"]["rows"][number];

export const noticeChips: readonly Chip<OwnNotice>[] = (
  ["Waiting", "Confirmed", "Refused"] as const
).map((value) => ({
  group: "status",
  value,
  label: value,
  has: ({ state }) => state === value,
}));

export const noticeColumns = {
  kind: { key: "kind", label: "Change", whole: true, value: ({ kind }) => kindWords[kind] },
  unit: { key: "unit", label: "Unit", whole: true, value: ({ unit }) => unit },
  who: { key: "who", label: "Who", phone: "rest", value: ({ who }) => who },
  day: {
    key: "day",
    label: "From",
    phone: "named",
    whole: true,
    value: ({ day }) => day,
    text: ({ day }) => paperDay(day),
    find: ({ day }) => findDay(day),
    csvValue: ({ day }) => day,
    show: ({ day }) => <Day on={day} />,
  },
  state: {
    key: "state",
    label: "Status",
    phone: "end",
    value: ({ state }) => state,
    show: ({ state }) => <StatusBadge status={state} />,
  },
} satisfies Record<string, Column<OwnNotice>>;
