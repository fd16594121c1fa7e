import type { Answers } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";

export type Visit = Answers["resident"]["visitors"]["present"]["rows"][number];

export const visitorColumns: readonly Column<Visit>[] = [
  { key: "name", label: "Visitor Name", value: ({ visitorName }) => visitorName },
  {
    key: "surname",
    label: "Visitor Surname",
    phone: "beside",
    value: ({ visitorSurname }) => visitorSurname,
  },
];
