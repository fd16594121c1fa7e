import type { Answers } from "../../trpc.ts";
import type { Column } from "../../ui/Table.tsx";

export type Person = Answers["admin"]["people"]["residents"]["rows"][number];

/** The columns every list of people begins with. */
export const personColumns: readonly Column<Person>[] = [
  { key: "name", label: "Name", value: ({ name }) => name },
  { key: "surname", label: "Surname", value: ({ surname }) => surname },
  { key: "username", label: "Username", value: ({ username }) => username },
  {
    key: "email",
    label: "Email",
    value: ({ email }) => email,
    show: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  { key: "address", label: "Address", value: ({ address }) => address },
  { key: "cellno", label: "Cellno", value: ({ cellPhone }) => cellPhone, whole: true },
];
