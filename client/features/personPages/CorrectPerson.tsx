import { createFileRoute } from "@tanstack/react-router";
import { Fragment } from "react";
import {
  contactNames,
  type Kind,
  personField,
  personFieldNames,
} from "../../../server/features/people/schema.ts";
import { keepsEmail, typedCorrection } from "../../../server/features/personPages/schema.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { FormPage } from "../../ui/FormPage.tsx";
import { StoredByNow, useStored } from "../../ui/StoredByNow.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { useBack } from "../../ui/useBack.ts";
import { KindAndNames, PersonInput, ShareEmail } from "../people/PersonFields.tsx";
import { kindOf, kindWords, wholeName } from "../people/personWords.ts";

export const Route = createFileRoute("/admin/people/$personId/update")({
  staticData: { title: "Edit a person" },
  loader: ({ params: { personId } }) =>
    Promise.all([
      utils.admin.corrections.details.fetch({ personId }),
      utils.public.session.ways.ensureData(),
    ]),
  component: CorrectPerson,
});

type Stored = Answers["admin"]["corrections"]["details"];
/** Not `typeof` a function, which would keep that and zod in the first load. */
type Details = Omit<Stored, "juristic"> & { juristic: Kind };

/** The details as the fields show them: of a company or trust all of its name is one. */
const inForm = (details: Stored): Details => ({
  ...details,
  ...(details.juristic && { name: wholeName(details), surname: "" }),
  // In a field that is empty because it shows no number, another's masked one would be filled in.
  idNumber: details.idNumber || "None",
  juristic: kindOf(details),
});

const inWords = (details: Details) => ({ ...details, juristic: kindWords[details.juristic] });

function CorrectPerson() {
  const { personId } = Route.useParams();
  const [loaded] = api.admin.corrections.details.useSuspenseQuery({ personId });
  const [{ mail }] = api.public.session.ways.useSuspenseQuery();
  const back = useBack("/admin/people/$personId", { personId });
  const { first, now: details, fields, show } = useStored(inForm(loaded), labels);
  const send = api.admin.corrections.correct.useMutation({
    onSuccess: () => utils.invalidate(),
    onError: async ({ data }) => {
      if (data?.reason?.code !== "corrections.changed") return;
      show(inForm(await utils.admin.corrections.details.fetch({ personId }, { staleTime: 0 })));
    },
  });
  const isShared = send.error?.data?.reason?.code === "people.email_shared";
  const whole = wholeName(details);
  return (
    <FormPage
      up={
        <TextLink to="/admin/people/$personId" params={{ personId }}>
          {whole}
        </TextLink>
      }
      title={`Edit ${whole}`}
      note={`Correct what is wrong. It is noted, ${
        mail
          ? "and they hear of it if they have an email."
          : "but this building sends no mail, so tell them yourself."
      }${details.signsIn ? " Their username and password stay their own." : ""}`}
      schema={async () => typedCorrection(details)}
      send={send}
      also={{ personId, version: details.version }}
      action="Save the details"
      back={back}
    >
      <StoredByNow labels={labels} first={inWords(first)} now={inWords(details)} />
      <div ref={fields} className="contents">
        <KindAndNames
          stored={details}
          instead={
            details.signsIn && (
              <Fixed
                label={labels.juristic}
                value={kindWords.person}
                why="They can sign in, and only people can."
              />
            )
          }
        />
        {contactNames.map((name) => (
          <Fragment key={name}>
            {name === "address" && details.isAddressFilled ? (
              <Fixed
                label={personField(name).label}
                value={details.address}
                why="It comes from the register of units. Change there who has the unit."
              />
            ) : (
              <PersonInput
                name={name}
                required={name === "email" && keepsEmail(details)}
                kind={details.juristic}
                {...(name === "idNumber"
                  ? { hint: "Only to change it" }
                  : { defaultValue: details[name] })}
              />
            )}
            {name === "email" && isShared && <ShareEmail />}
          </Fragment>
        ))}
      </div>
    </FormPage>
  );
}

const labels = {
  juristic: "This is",
  ...Object.fromEntries(personFieldNames.map((name) => [name, personField(name).label])),
};

const Fixed = ({ label, value, why }: { label: string; value: string; why: string }) => (
  <p>
    <span className="block font-semibold">{label}</span>
    {value}
    <span className="block text-sm text-soft">{why}</span>
  </p>
);
