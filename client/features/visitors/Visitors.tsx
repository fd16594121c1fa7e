import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { use } from "react";
import { newVisit, visitationTypes } from "../../../server/features/visitors/schema.ts";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { today } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { named, tableSearch, whose } from "../../ui/tableSearch.ts";
import { SignedIn } from "./SignedIn.tsx";

export const Route = createFileRoute("/resident/vistors")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tableSearch(search),
    ...whose(search),
    tab: search.tab === "in" ? ("in" as const) : undefined,
  }),
  staticData: { title: "Visitations" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([utils.resident.profile.get.ensureData(named(deps)), loadPaperHead()]),
  component: Visitors,
});

function Visitors() {
  const { tab, profileId } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader printed title="Visitations" />
      <Tabs
        label="Visitors"
        chosen={tab ?? "form"}
        choose={(id) =>
          void navigate({
            to: "/resident/vistors",
            search: { ...named({ profileId }), tab: id === "in" ? id : undefined },
            replace: true,
          })
        }
        tabs={[
          { id: "form", label: "Sign In Visitor", panel: <SignInForm profileId={profileId} /> },
          { id: "in", label: "View Signed In Visitors", panel: <SignedIn profileId={profileId} /> },
        ]}
      />
    </>
  );
}

/** The form in which a resident signs a visitor in. */
function SignInForm({ profileId }: { profileId: string | undefined }) {
  const [resident] = api.resident.profile.get.useSuspenseQuery(named({ profileId }));
  const send = api.resident.visitors.signIn.useMutation({
    onSuccess: () => utils.resident.invalidate(),
  });
  return (
    <Form
      schema={async () => newVisit}
      send={send}
      clears
      also={named({ profileId })}
      className="grid max-w-3xl gap-5 sm:grid-cols-2"
    >
      <SelectField
        label="Visitation type"
        name="visitationType"
        options={visitationTypes}
        placeholder="Choose a type"
      />
      <Dates />
      <Field
        label="Resident name"
        name="residentName"
        defaultValue={`${resident.name} ${resident.surname}`}
      />
      <Field label="Resident email" name="residentEmail" value={resident.email} readOnly />
      <Field label="Room number" name="roomNumber" defaultValue={resident.address} />
      <Field label="Visitor name" name="visitorName" autoComplete="off" />
      <Field label="Visitor surname" name="visitorSurname" autoComplete="off" />
      <Field label="Visitor email" name="visitorEmail" type="email" autoComplete="off" />
      <div className="sm:col-span-2">
        <Button type="submit" busy={send.isPending}>
          Sign In Visitor
        </Button>
      </div>
    </Form>
  );
}

/** One day, or for a Sleepover the first and the last. */
function Dates() {
  const sleepover = use(FormValues).visitationType === "Sleepover";
  return (
    <>
      <DateField
        label={sleepover ? "Start date" : "Date"}
        name="startDate"
        defaultValue={today()}
      />
      {sleepover && <DateField label="Leave date" name="leaveDate" />}
    </>
  );
}
