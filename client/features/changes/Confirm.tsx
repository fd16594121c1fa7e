import { use } from "react";
import { searchTextOf } from "../../../server/platform/lists/words.ts";
import { api } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { PersonField } from "../people/PersonField.tsx";
import { KindField, ShareEmail } from "../people/PersonFields.tsx";
import { MovesWith } from "../units/MovesWith.tsx";
import { OldOwners } from "../units/OldOwners.tsx";
import { keepsLogin, noOrYes } from "../units/words.ts";
import { decided } from "./decided.ts";
import { dayWords, type Notice } from "./words.ts";

const schema = async () =>
  (await import("../../../server/features/changes/decisions/schema.ts")).typedConfirmation;

export function Confirm({ notice }: { notice: Notice }) {
  const { id: noticeId, kind, day } = notice;
  const send = api.admin.changeDecisions.confirm.useMutation(decided(noticeId, "Confirmed"));
  const isShared = send.error?.data?.reason?.code === "people.email_shared";
  return (
    <Form schema={schema} send={send} also={{ noticeId }} className="grid max-w-xl gap-5">
      <DateField label={dayWords[kind]} name="on" defaultValue={day} />
      {kind === "moves out" ? (
        <WhoLeaves notice={notice} />
      ) : (
        <WhoComes notice={notice} isShared={isShared} />
      )}
      {kind === "sale" && <Sale notice={notice} />}
      {(kind === "sale" || kind === "moves out") && <p className="text-soft">{keepsLogin}</p>}
      <Submit className="justify-self-start">Confirm and enter it</Submit>
    </Form>
  );
}

const livesThere = ({ role }: Notice["parties"][number]) =>
  role === "tenant" || role === "occupant";

function WhoLeaves({ notice: { parties, partyId, who } }: { notice: Notice }) {
  return (
    <SelectField
      label="Who moves out"
      name="partyId"
      hint={`Announced: ${who}`}
      options={parties.filter(livesThere).map(({ id, name }) => [id, name] as const)}
      placeholder="Choose who moves out"
      defaultValue={partyId ?? ""}
    />
  );
}

/** Somebody of the register with the announced email or name; undefined if there is nobody. */
function useAlike({ who, signsIn }: Notice) {
  const [people] = api.admin.privacy.people.useSuspenseQuery();
  const isAlike = ({ name, surname, state }: (typeof people)[number]) =>
    state === "Here" && searchTextOf([`${name} ${surname}`.trim()]) === searchTextOf([who]);
  return signsIn ?? people.find(isAlike)?.id;
}

interface ComesProps {
  notice: Notice;
  /** The server asked whether the email is shared with somebody who signs in with it. */
  isShared: boolean;
}

function WhoComes({ notice, isShared }: ComesProps) {
  const values = use(FormValues);
  const alike = useAlike(notice);
  // The form has read its fields as soon as it is on the screen.
  const atFirst = alike ? "known" : "new";
  const chosen = values.on === undefined ? atFirst : values.who;
  return (
    <>
      <SelectField
        label="Who is it?"
        name="who"
        options={[
          ["new", `Somebody new: add ${notice.who} to the register`],
          ["known", "Somebody who is in the register already"],
        ]}
        defaultValue={atFirst}
      />
      {chosen === "known" && (
        <PersonField
          label="Person"
          name="personId"
          hint={`Announced: ${notice.who}`}
          {...(alike && { defaultValue: alike })}
        />
      )}
      {chosen === "new" && <NewPerson notice={notice} isShared={isShared} />}
    </>
  );
}

/** The announced details, which may be corrected before they are added. */
function NewPerson({ notice, isShared }: ComesProps) {
  const isCompany = use(FormValues)["person.juristic"] === "company";
  return (
    <>
      {/* A name alone may be a company's, or all of a person's. */}
      <KindField name="person.juristic" {...(!notice.surname && { placeholder: "Choose" })} />
      <Field label="Name" name="person.name" defaultValue={notice.name} />
      {!isCompany && <Field label="Surname" name="person.surname" defaultValue={notice.surname} />}
      <Field
        label="Email (optional)"
        name="person.email"
        type="email"
        defaultValue={notice.email}
      />
      {isShared && <ShareEmail name="person.shareEmail" />}
      <Field
        label="Cell phone (optional)"
        name="person.cellPhone"
        type="tel"
        defaultValue={notice.telephone}
      />
    </>
  );
}

/** The other questions of a sale: as on the unit's own page for new owners. */
function Sale({ notice: { parties, areas } }: { notice: Notice }) {
  return (
    <>
      <Field
        label="Share in percent (optional)"
        name="share"
        hint="Only if somebody keeps a share"
        inputMode="decimal"
      />
      <SelectField
        label="Do the new owners move in?"
        data-label="Yes or No"
        name="moveIn"
        options={noOrYes}
        placeholder="Choose"
      />
      <h3 className="mt-3 font-semibold">Who leaves</h3>
      <OldOwners owners={parties.filter(({ role }) => role === "owner")} />
      <h3 className="mt-3 font-semibold">What moves with it</h3>
      <MovesWith parties={parties} areas={areas} />
    </>
  );
}
