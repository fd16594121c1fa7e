import { createFileRoute } from "@tanstack/react-router";
import { type Answers, api, utils } from "../../trpc.ts";
import { Cancel } from "../../ui/Cancel.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField, TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StoredByNow, useStored } from "../../ui/StoredByNow.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { useBack } from "../../ui/useBack.ts";

export const Route = createFileRoute("/admin/people/$personId/update")({
  staticData: { title: "Edit a person" },
  loader: ({ params: { personId } }) => utils.admin.corrections.details.fetch({ personId }),
  component: CorrectPerson,
});

type Details = Answers["admin"]["corrections"]["details"];

const schemaFor = async (person: Details) =>
  (await import("../../../server/features/personPages/corrections/schema.ts")).typedCorrection(
    person,
  );

function CorrectPerson() {
  const { personId } = Route.useParams();
  const [loaded] = api.admin.corrections.details.useSuspenseQuery({ personId });
  const back = useBack("/admin/people/$personId", { personId });
  const { first, now: details, fields, show } = useStored(loaded, labels);
  const send = api.admin.corrections.correct.useMutation({
    onSuccess: () => utils.invalidate(),
    onError: async ({ data }) => {
      if (data?.reason?.code !== "corrections.changed") return;
      show(await utils.admin.corrections.details.fetch({ personId }, { staleTime: 0 }));
    },
  });
  const isShared = send.error?.data?.reason?.code === "people.email_shared";
  const whole = `${details.name} ${details.surname}`.trim();
  return (
    <>
      <PageHeader
        up={
          <TextLink to="/admin/people/$personId" params={{ personId }}>
            {whole}
          </TextLink>
        }
        title={`Edit ${whole}`}
        note={
          details.signsIn
            ? "Correct what is wrong. They hear of it, and it is noted. Their username and password stay their own."
            : "Correct what is wrong. It is noted, and they hear of it if they have an email."
        }
      />
      <Form
        schema={() => schemaFor(details)}
        send={send}
        also={{ personId, version: details.version }}
        onDone={back}
        className="grid max-w-md gap-5"
      >
        <StoredByNow labels={labels} first={first} now={details} />
        <div ref={fields} className="contents">
          <Fields details={details} isShared={isShared} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Submit>Save the details</Submit>
          <Cancel leave={back} />
        </div>
      </Form>
    </>
  );
}

const labels = {
  name: "Name",
  surname: "Surname",
  email: "Email",
  cellPhone: "Cell phone",
  telephone: "Other telephone",
  address: "Unit",
  serviceAddress: "Address for letters",
} as const;

const Fields = ({ details, isShared }: { details: Details; isShared: boolean }) => (
  <>
    <Field label={labels.name} name="name" defaultValue={details.name} autoComplete="off" />
    {!details.juristic && (
      <Field
        label={labels.surname}
        name="surname"
        defaultValue={details.surname}
        autoComplete="off"
      />
    )}
    <Field
      label={details.signsIn ? labels.email : `${labels.email} (optional)`}
      name="email"
      type="email"
      defaultValue={details.email}
      autoComplete="off"
    />
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
    <Field
      label="Cell phone (optional)"
      name="cellPhone"
      type="tel"
      defaultValue={details.cellPhone}
      autoComplete="off"
    />
    <Field
      label="Other telephone (optional)"
      name="telephone"
      type="tel"
      defaultValue={details.telephone}
      autoComplete="off"
    />
    {details.isAddressFilled ? (
      <p>
        <span className="block font-semibold">Unit</span>
        {details.address}
        <span className="block text-sm text-soft">
          It comes from the register of units. Change there who has the unit.
        </span>
      </p>
    ) : (
      <Field
        label="Unit (optional)"
        name="address"
        defaultValue={details.address}
        autoComplete="off"
      />
    )}
    <TextField
      label="Address for letters (optional)"
      name="serviceAddress"
      hint="If it is not the unit"
      defaultValue={details.serviceAddress}
    />
  </>
);
