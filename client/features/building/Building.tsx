import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Section } from "../../ui/Section.tsx";
import { Connection } from "./Connection.tsx";

const buildingUpdate = () =>
  import("../../../server/features/building/schema.ts").then((schemas) => schemas.buildingUpdate);

export const Route = createFileRoute("/admin/building")({
  staticData: { title: "Building" },
  loader: () =>
    Promise.all([
      utils.member.building.details.ensureData(),
      utils.admin.building.connection.ensureData(),
      utils.public.privacy.notice.ensureData(),
    ]),
  component: Building,
});

function Building() {
  return (
    <>
      <PageHeader title="Building" />
      <div className="grid max-w-4xl grid-cols-1 gap-12 lg:grid-cols-2">
        <NameForm />
        <BankForm />
        <OfficerForm />
        <Connection />
      </div>
    </>
  );
}

/** Saves one form's part of the building's details; the other form's part stays. */
function useUpdate() {
  return api.admin.building.update.useMutation({ onSuccess: () => utils.invalidate() });
}

function NameForm() {
  const [{ name }] = api.member.building.details.useSuspenseQuery();
  const send = useUpdate();
  return (
    <Section title="Name" note="It is printed on every document.">
      <Form schema={buildingUpdate} send={send} className="grid gap-5">
        <Field label="Name of the building" name="name" defaultValue={name} autoComplete="off" />
        <Save busy={send.isPending} what="name" />
      </Form>
    </Section>
  );
}

function OfficerForm() {
  const [{ officer }] = api.public.privacy.notice.useSuspenseQuery();
  const send = useUpdate();
  return (
    <Section
      title="Information officer"
      note="The person to ask about personal information. Everybody sees this on the Privacy page."
    >
      <Form schema={buildingUpdate} send={send} className="grid gap-5">
        <Field
          label="Name, and how to reach them"
          name="informationOfficer"
          defaultValue={officer ?? ""}
          autoComplete="off"
        />
        <Save busy={send.isPending} what="information officer" />
      </Form>
    </Section>
  );
}

function BankForm() {
  const [{ bankDetails }] = api.member.building.details.useSuspenseQuery();
  const send = useUpdate();
  return (
    <Section title="Bank details" note="Residents see these when they pay a fine.">
      <Form schema={buildingUpdate} send={send} className="grid gap-5">
        <Field label="Bank" name="bankDetails.bank" defaultValue={bankDetails?.bank} />
        <Field
          label="Account holder"
          name="bankDetails.accountHolder"
          defaultValue={bankDetails?.accountHolder}
        />
        <Field
          label="Account number"
          name="bankDetails.accountNumber"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={bankDetails?.accountNumber}
        />
        <Field
          label="Branch code"
          name="bankDetails.branchCode"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={bankDetails?.branchCode}
        />
        <Save busy={send.isPending} what="bank details" />
      </Form>
    </Section>
  );
}

const Save = ({ busy, what }: { busy: boolean; what: string }) => (
  <Button type="submit" busy={busy} className="justify-self-start">
    Save the {what}
  </Button>
);
