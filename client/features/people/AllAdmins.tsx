import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { FloatingAction } from "../../ui/FloatingAction.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
import { AdminsRule } from "./AdminsRule.tsx";
import { PeopleTable } from "./PeopleTable.tsx";

export const Route = createFileRoute("/admin/admins")({
  validateSearch: tableSearch,
  staticData: { title: "Admins" },
  loader: () => Promise.all([utils.admin.people.admins.ensureData(whole), loadPaperHead()]),
  component: AllAdmins,
});

function AllAdmins() {
  const [{ rows }] = api.admin.people.admins.useSuspenseQuery(whole);
  return (
    <>
      <PageHeader printed title="Admins" />
      <AdminsRule />
      <FloatingAction to="/admin/admins/signupform">Sign Up</FloatingAction>
      <PeopleTable caption="Admins" rows={rows} />
    </>
  );
}
