import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { FloatingAction } from "../../ui/FloatingAction.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { counted } from "../../ui/plural.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
import type { Person } from "./columns.tsx";
import { ImportLink, ToPaperInvites } from "./links.tsx";
import { PeopleTable } from "./PeopleTable.tsx";

export const Route = createFileRoute("/admin/residents")({
  validateSearch: tableSearch,
  staticData: { title: "Residents" },
  loader: () =>
    Promise.all([
      utils.admin.people.residents.ensureData(whole),
      utils.admin.sheets.waiting.prefetch(),
      utils.admin.personPages.withoutLogin.prefetch(),
      loadPaperHead(),
    ]),
  component: AllResidents,
});

const more: readonly Column<Person>[] = [
  {
    key: "fines",
    label: "Fines",
    show: ({ id, name, surname }) => (
      <TextLink
        to="/admin/residents/$residentId/fines"
        params={{ residentId: id }}
        title={`Fines of ${name} ${surname}`}
        className="min-w-11 justify-center"
      >
        Fines
      </TextLink>
    ),
  },
];

/** Owners and occupants who cannot sign in are in no list of those who can. */
function Others() {
  const { data: count } = api.admin.personPages.withoutLogin.useQuery();
  if (!count) return null;
  return (
    <>
      Who can sign in.{" "}
      <TextLink to="/admin/people" search={{ status: "no" }} className="min-h-0!">
        {counted(count, "other")} cannot
      </TextLink>
    </>
  );
}

function AllResidents() {
  const [{ rows }] = api.admin.people.residents.useSuspenseQuery(whole);
  return (
    <>
      <PageHeader printed title="Residents" note={<Others />}>
        <ToPaperInvites />
        <ImportLink kind="residents" />
      </PageHeader>
      <FloatingAction to="/admin/residents/signupform">Sign Up</FloatingAction>
      <PeopleTable caption="Residents" rows={rows} more={more} hasInvites />
    </>
  );
}
