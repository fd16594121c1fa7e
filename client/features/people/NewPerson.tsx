import { createFileRoute } from "@tanstack/react-router";
import { use } from "react";
import { api, utils } from "../../trpc.ts";
import { Cancel } from "../../ui/Cancel.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField, TextField } from "../../ui/Fields.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { useBack } from "../../ui/useBack.ts";

export const Route = createFileRoute("/admin/people/new")({
  staticData: { title: "Add a person" },
  component: NewPerson,
});

/** A company or trust has none. */
const Surname = () =>
  use(FormValues).juristic === "company" ? null : (
    <Field label="Surname" name="surname" autoComplete="off" />
  );

const schema = async () => (await import("../../../server/features/people/schema.ts")).typedPerson;

function NewPerson() {
  const back = useBack("/admin/units");
  const send = api.admin.people.add.useMutation({ onSuccess: () => utils.invalidate() });
  const isShared = send.error?.data?.reason?.code === "people.email_shared";
  return (
    <>
      <PageHeader
        title="Add a person"
        note="For the register: owners who live elsewhere, companies and trusts, agents, banks. They do not log in. People who log in are signed up on Residents or Staff."
      />
      <Form schema={schema} send={send} onDone={back} className="grid max-w-md gap-5">
        <SelectField
          label="Kind"
          name="juristic"
          options={[
            ["person", "A person"],
            ["company", "A company, trust or bank"],
          ]}
        />
        <Field label="Name" name="name" autoComplete="off" />
        <Surname />
        <Field label="Email (optional)" name="email" type="email" autoComplete="off" />
        {isShared && (
          <SelectField
            label="Do they share that email?"
            name="shareEmail"
            options={[
              ["no", "No, I will enter another one"],
              ["yes", "Yes, they share it"],
            ]}
          />
        )}
        <Field label="Cell phone (optional)" name="cellPhone" type="tel" autoComplete="off" />
        <Field label="Other telephone (optional)" name="telephone" type="tel" autoComplete="off" />
        <Field
          label="ID, passport or registration number (optional)"
          name="idNumber"
          autoComplete="off"
        />
        <TextField
          label="Address for letters (optional)"
          name="serviceAddress"
          hint="If it is not the unit"
        />
        <div className="flex flex-wrap gap-3">
          <Submit>Add the person</Submit>
          <Cancel leave={back} />
        </div>
      </Form>
    </>
  );
}
