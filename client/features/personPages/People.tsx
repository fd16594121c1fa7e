import { createFileRoute } from "@tanstack/react-router";
import { FilePenLine } from "lucide-react";
import type { PartyRole } from "../../../server/features/units/occupancy/schema.ts";
import {
  csvTelephone,
  formatTelephone,
  telephoneToFind,
} from "../../../server/platform/telephones/format.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import type { Chip, Column } from "../../ui/column.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import type { RowMenuProps } from "../../ui/rowActions.ts";
import { Table } from "../../ui/Table.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { keptData, newFine } from "../people/links.tsx";
import { roleWords } from "../units/words.ts";

export const Route = createFileRoute("/admin/people")({
  validateSearch: tableSearch,
  staticData: { title: "People" },
  loader: () => Promise.all([utils.admin.personPages.all.ensureData(), loadPaperHead()]),
  component: People,
});

type Someone = Answers["admin"]["personPages"]["all"][number];

/** "Owner, Company or trust", "Owner, Lives there", "Staff, Electricity", "No unit". */
function sayKinds({ juristic, role, maintenanceType, roles }: Someone): string {
  const kinds = [
    role === "Admin" && "Admin",
    role === "Staff" && ["Staff", maintenanceType].filter(Boolean).join(", "),
    ...roles.map((each) => roleWords[each]),
    juristic && "Company or trust",
  ].filter(Boolean);
  return kinds.join(", ") || "No unit";
}

const columns: readonly Column<Someone>[] = [
  { key: "name", label: "Name", value: ({ name }) => name },
  {
    key: "surname",
    label: "Surname",
    phone: "beside",
    value: ({ surname }) => surname,
    show: ({ id, surname }) => surname && <PersonLink id={id}>{surname}</PersonLink>,
  },
  { key: "kind", label: "Kind", phone: "rest", value: sayKinds },
  {
    key: "unit",
    label: "Unit",
    value: ({ units, address }) => units.join(", ") || address,
  },
  {
    key: "signsIn",
    label: "Can sign in",
    phone: "named",
    value: ({ signsIn }) => (signsIn ? "Yes" : "No"),
  },
  { key: "email", label: "Email", extra: true, value: ({ email }) => email },
  {
    key: "cellPhone",
    label: "Cell phone",
    extra: true,
    whole: true,
    value: ({ cellPhone }) => formatTelephone(cellPhone),
    find: ({ cellPhone }) => telephoneToFind(cellPhone),
    csvValue: ({ cellPhone }) => csvTelephone(cellPhone),
  },
];

const isTo =
  (...wanted: PartyRole[]) =>
  ({ roles }: Someone) =>
    roles.some((role) => wanted.includes(role));

const kind = (value: string, label: string, has: Chip<Someone>["has"]): Chip<Someone> => ({
  group: "kind",
  value,
  label,
  has,
  rare: true,
});

const chips: readonly Chip<Someone>[] = [
  kind("owners", "Owners", isTo("owner")),
  kind("tenants", "Tenants", isTo("tenant")),
  kind("occupants", "Live there", isTo("occupant")),
  kind("companies", "Companies", ({ juristic }) => juristic),
  kind("staff", "Staff and admins", ({ role }) => role === "Staff" || role === "Admin"),
  kind(
    "none",
    "No unit",
    ({ units, role }) => units.length === 0 && role !== "Staff" && role !== "Admin",
  ),
  { group: "status", value: "yes", label: "Can sign in", has: ({ signsIn }) => signsIn },
  { group: "status", value: "no", label: "Cannot sign in", has: ({ signsIn }) => !signsIn },
];

const menuOf = ({ id, name, surname, canBeFined }: Someone): RowMenuProps => ({
  of: `${name} ${surname}`.trim(),
  actions: () => [
    canBeFined && newFine(id),
    {
      label: "Edit",
      icon: FilePenLine,
      link: { to: "/admin/people/$personId/update", params: { personId: id } },
    },
    keptData(id),
  ],
});

/** Everybody of the register, also who cannot sign in: the lists by role have only who can. */
function People() {
  const [people] = api.admin.personPages.all.useSuspenseQuery();
  return (
    <>
      <PageHeader
        printed
        title="People"
        note="Everybody in the register: owners, tenants, others who live here, companies and staff, also those who cannot sign in."
      >
        <ButtonLink to="/admin/people/new">Add a person</ButtonLink>
      </PageHeader>
      <Table
        caption="People"
        rows={people}
        columns={columns}
        chips={chips}
        menu={menuOf}
        link={({ id }) => ({ to: "/admin/people/$personId", params: { personId: id } })}
        empty="Nobody is in the register yet"
        drawing="door"
      />
    </>
  );
}
