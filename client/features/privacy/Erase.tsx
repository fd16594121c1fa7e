import { type Answers, api, utils } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";

const erasure = () =>
  import("../../../server/features/privacy/schema.ts").then((schemas) => schemas.erasure);

export type PersonData = Answers["admin"]["privacy"]["person"];

/** The records that stay for bookkeeping; anything with a count of 0 is left out. */
const staysOf = ({ fines, requests, proofs }: PersonData["counts"], years: number) => [
  ...(fines ? [`${counted(fines, "fine")} with type, amount, room and reason`] : []),
  ...(requests ? [`${counted(requests, "maintenance request")} as written`] : []),
  ...(proofs
    ? [`${counted(proofs, "payment proof")}, until ${counted(years, "year")} after they were sent`]
    : []),
  "That there were visits, and when",
  "Everything in older backups, until those are deleted",
];

/** Explains what erasing a person deletes and what stays, before it is done for good. */
export function Erase({ person }: { person: PersonData }) {
  const { id, name, surname, state, refusal, counts, proofYears } = person;
  const send = api.admin.privacy.erase.useMutation({ onSuccess: () => utils.admin.invalidate() });
  if (state === "Erased")
    return (
      <p className="mt-10 max-w-2xl text-soft">
        This person was erased. What the building's books need is kept, without a name.
      </p>
    );
  return (
    <Section
      title={`Erase ${name} ${surname}`.trim()}
      note="For people who are no longer here (POPIA, s 14 and s 24). You cannot undo this."
      className="mt-10 max-w-2xl"
    >
      <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-[5rem_1fr]">
        <dt className="font-semibold">Erased</dt>
        <dd>
          Name, email, cell phone, address, ID number, username, what the audit trail says about
          them, and the names of their visitors.
        </dd>
        <dt className="font-semibold">Kept</dt>
        <dd>
          <ul className="grid gap-1">
            {staysOf(counts, proofYears).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </dd>
      </dl>
      {refusal ? (
        <p className="mt-4 rounded-lg bg-sunken p-4 font-medium">{refusal}</p>
      ) : (
        <Form schema={erasure} send={send} also={{ id }} className="mt-5 grid max-w-md gap-4">
          <Field
            label={`Type ${`${name} ${surname}`.trim()} to confirm`}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <Submit kind="danger" className="justify-self-start">
            Erase for good
          </Submit>
        </Form>
      )}
    </Section>
  );
}
