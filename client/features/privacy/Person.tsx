import { Download, Eye } from "lucide-react";
import { type Answers, api, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { DataLink } from "../../ui/DataLink.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TelephoneLink } from "../../ui/TelephoneLink.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

/** In place of the role of a person who is known to the building and has no account. */
export const noSignIn = "No sign-in";

export function Person({ id }: { id: string }) {
  const [person] = api.admin.privacy.person.useSuspenseQuery({ id });
  const { name, surname, counts, state, removedAt } = person;
  const role = person.role ?? noSignIn;
  return (
    <>
      <PageHeader
        title={`${name} ${surname}`}
        up={<TextLink to="/admin/privacy">Privacy</TextLink>}
        note={state === "Here" ? role : `${role}, ${state.toLowerCase()}`}
      />
      <Facts
        facts={{
          Username: state === "Erased" ? "" : person.username,
          Email: <span className="wrap-anywhere">{person.email || "–"}</span>,
          "Cell Phone": person.cellPhone && <TelephoneLink number={person.cellPhone} />,
          Address: person.address,
          "Here since": <Moment at={person.createdAt} />,
          [state === "Merged" ? state : "Removed"]: removedAt && <Moment at={removedAt} />,
          "Also kept": alsoRetained(counts),
        }}
      />
      <IdNumber id={id} masked={person.idNumber} />
      <Section
        title="Their data"
        note={
          <>
            What is kept about them in one file, for when they ask for it (POPIA, s 23). The staff's
            internal notes on their requests are not in it: look there too. The audit trail records
            that you downloaded it.
            {state === "Here" && " They can also download it from their own profile."}
          </>
        }
        className="mt-10"
      >
        <DataLink profileId={id}>
          <Download className="size-5" />
          Download their data
        </DataLink>
      </Section>
      <Erase person={person} />
    </>
  );
}

function alsoRetained({ fines, unpaid, proofs, requests, visits }: PersonData["counts"]) {
  const retained = [
    fines && counted(fines, "fine") + (unpaid ? ` (${unpaid} not paid)` : ""),
    proofs && counted(proofs, "payment proof"),
    requests && counted(requests, "maintenance request"),
    visits && counted(visits, "visit"),
  ];
  return retained.filter(Boolean).join(", ") || "Nothing more";
}

/** Masked until an admin asks for it, which the audit trail records. */
function IdNumber({ id, masked }: { id: string; masked: string }) {
  const send = api.admin.privacy.reveal.useMutation();
  const number = send.data?.idNumber;
  return (
    <Section title="ID or passport number" className="mt-10">
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-lg tabular-nums">
          {number || masked || "Not known"}
        </p>
        {masked && !number && (
          <QuietButton small busy={send.isPending} onClick={() => send.mutate({ id })}>
            <Eye className="size-5" />
            Show all of it
          </QuietButton>
        )}
      </div>
      {masked && !number && (
        <p className="mt-1 text-sm text-soft">The audit trail records that you looked.</p>
      )}
      <Failure error={send.error} className="mt-2" />
    </Section>
  );
}

const erasure = async () => (await import("../../../server/features/privacy/schema.ts")).erasure;

type PersonData = Answers["admin"]["privacy"]["person"];

const staysOf = ({
  counts: { fines, requests, proofs },
  proofYears: years,
  isInBuilding,
  role,
}: PersonData) => [
  ...(isInBuilding
    ? ["What the page Building says about them: take it out there before you erase them"]
    : []),
  ...(fines ? [`${counted(fines, "fine")} with type, amount, room and reason`] : []),
  ...(requests ? [`${counted(requests, "maintenance request")} as written`] : []),
  ...(proofs
    ? [`${counted(proofs, "payment proof")}, until ${counted(years, "year")} after they were sent`]
    : []),
  ...(role && role !== "Resident"
    ? ["What they wrote in notices and on others' requests, as written"]
    : []),
  "That there were visits, and when",
  "Everything in older backups, until those are deleted",
];

function Erase({ person }: { person: PersonData }) {
  const { id, name, surname, state, refusal } = person;
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
          them, and the names of their visitors. Of their requests and fines also the photos, what
          they wrote later, and the staff's internal notes and files.
        </dd>
        <dt className="font-semibold">Kept</dt>
        <dd>
          <ul className="grid gap-1">
            {staysOf(person).map((words) => (
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
