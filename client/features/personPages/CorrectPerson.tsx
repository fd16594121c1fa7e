import { createFileRoute } from "@tanstack/react-router";
import { Fragment } from "react";
import { personField } from "../../../server/features/people/schema.ts";
import { correctedNames, typedCorrection } from "../../../server/features/personPages/schema.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { Cancel } from "../../ui/Cancel.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StoredByNow, useStored } from "../../ui/StoredByNow.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { useBack } from "../../ui/useBack.ts";
import { PersonInput, ShareEmail } from "../people/PersonInput.tsx";

export const Route = createFileRoute("/admin/people/$personId/update")({
  staticData: { title: "Edit a person" },
  loader: ({ params: { personId } }) => utils.admin.corrections.details.fetch({ personId }),
  component: CorrectPerson,
});

type Details = Answers["admin"]["corrections"]["details"];

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
        schema={async () => typedCorrection(details)}
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

const labels = Object.fromEntries(correctedNames.map((name) => [name, personField(name).label]));

const Fields = ({ details, isShared }: { details: Details; isShared: boolean }) =>
  correctedNames.map((name) => (
    <Fragment key={name}>
      {name === "surname" && details.juristic ? null : name === "address" &&
        details.isAddressFilled ? (
        <AddressOfRegister address={details.address} />
      ) : (
        <PersonInput
          name={name}
          required={name === "name" || name === "surname" || (name === "email" && details.signsIn)}
          defaultValue={details[name]}
        />
      )}
      {name === "email" && isShared && <ShareEmail />}
    </Fragment>
  ));

const AddressOfRegister = ({ address }: { address: string }) => (
  <p>
    <span className="block font-semibold">{labels.address}</span>
    {address}
    <span className="block text-sm text-soft">
      It comes from the register of units. Change there who has the unit.
    </span>
  </p>
);
