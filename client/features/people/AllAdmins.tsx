import { createFileRoute } from "@tanstack/react-router";
import { api, reasonOf, utils } from "../../trpc.ts";
import { Failure } from "../../ui/Failure.tsx";
import { FloatingAction } from "../../ui/FloatingAction.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
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

function AdminsRule() {
  const steps = api.admin.factors.all.useQuery();
  const send = api.admin.factors.rule.useMutation({
    onSettled: () =>
      Promise.all([utils.admin.factors.invalidate(), utils.member.factors.invalidate()]),
  });
  if (!steps.data) return null;
  return (
    <div className="mb-4 print:hidden">
      <Switch
        label="Admins need a second step to log in"
        checked={steps.data.adminsMust}
        onChange={(on) => send.mutate({ on })}
      />
      {!steps.data.adminsMust && steps.data.stoppingTokens.length > 0 && (
        <div className="mb-2 max-w-3xl text-soft">
          <p>
            When you switch this on, these tokens for programs stop working until their owners have
            set up a second step:
          </p>
          <ul className="list-disc pl-6">
            {steps.data.stoppingTokens.map(({ label, name, surname }) => (
              <li key={`${label} ${name} ${surname}`} className="break-words">
                {label}, of {name} {surname}
              </li>
            ))}
          </ul>
        </div>
      )}
      {send.error && (
        <div className="mb-2 flex flex-wrap items-center gap-x-4">
          <Failure error={send.error} />
          {reasonOf(send.error)?.code === "factors.own_first" && (
            <TextLink to="/second-step" search={{ to: "/admin/admins" }}>
              Set up a second step
            </TextLink>
          )}
        </div>
      )}
    </div>
  );
}
