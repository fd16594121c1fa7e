import {
  csvTelephone,
  formatTelephone,
  telephoneToFind,
} from "../../../server/platform/telephones/format.ts";
import type { Answers } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { PersonLink } from "../../ui/PersonLink.tsx";

export type Person = Answers["admin"]["people"]["residents"]["rows"][number];

export const personColumns: readonly Column<Person>[] = [
  { key: "name", label: "Name", value: ({ name }) => name },
  {
    key: "surname",
    label: "Surname",
    phone: "beside",
    value: ({ surname }) => surname,
    show: ({ id, surname }) => <PersonLink id={id}>{surname}</PersonLink>,
  },
  { key: "username", label: "Username", phone: "away", value: ({ username }) => username },
  {
    key: "email",
    label: "Email",
    phone: "away",
    value: ({ email }) => email,
    show: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  { key: "address", label: "Address", value: ({ address }) => address },
  {
    key: "cellno",
    label: "Cellno",
    value: ({ cellPhone }) => formatTelephone(cellPhone),
    find: ({ cellPhone }) => telephoneToFind(cellPhone),
    csvValue: ({ cellPhone }) => csvTelephone(cellPhone),
    show: ({ cellPhone }) => (
      <span className="whitespace-nowrap sm:max-xl:whitespace-normal">
        {formatTelephone(cellPhone)}
      </span>
    ),
  },
];
