import type { Answers } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";

export type Someone = Answers["admin"]["privacy"]["people"][number];

export const personColumns: readonly Column<Someone>[] = [
  { key: "name", label: "Name", value: ({ name }) => name },
  { key: "surname", label: "Surname", value: ({ surname }) => surname },
  { key: "role", label: "Role", value: ({ role }) => role },
  { key: "address", label: "Address", value: ({ address }) => address },
  { key: "state", label: "State", value: ({ state }) => state },
  {
    key: "idNumber",
    label: "ID number",
    whole: true,
    value: ({ idNumber }) => idNumber,
  },
];
