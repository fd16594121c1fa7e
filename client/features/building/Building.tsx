import { createFileRoute } from "@tanstack/react-router";
import { type ReactNode, use, useRef } from "react";
import { api, utils } from "../../trpc.ts";
import { showBranding } from "../../ui/branding.ts";
import { Field } from "../../ui/Field.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { Connection } from "./Connection.tsx";
import { PictureSection } from "./PictureSection.tsx";

const buildingUpdate = () =>
  import("../../../server/features/building/schema.ts").then((schemas) => schemas.buildingUpdate);

export const Route = createFileRoute("/admin/building")({
  staticData: { title: "Building" },
  loader: () =>
    Promise.all([
      utils.member.building.details.ensureData(),
      utils.member.building.contacts.ensureData(),
      utils.admin.building.connection.ensureData(),
      utils.public.privacy.notice.ensureData(),
      utils.public.session.ways.ensureData(),
    ]),
  component: Building,
});

function Building() {
  const [{ name, bankDetails: bank }] = api.member.building.details.useSuspenseQuery();
  const [{ officer }] = api.public.privacy.notice.useSuspenseQuery();
  const figures = { inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <>
      <PageHeader title="Building" />
      <div className="grid max-w-4xl grid-cols-1 gap-12 lg:grid-cols-2">
        <Details title="Name" note="It is printed on every document.">
          <Field label="Name of the building" name="name" defaultValue={name} autoComplete="off" />
        </Details>
        <PictureSection />
        <Details title="Bank details" note="Residents see these when they pay a fine.">
          <Field label="Bank" name="bankDetails.bank" defaultValue={bank?.bank} />
          <Field
            label="Account holder"
            name="bankDetails.accountHolder"
            defaultValue={bank?.accountHolder}
          />
          <Field
            label="Account number"
            name="bankDetails.accountNumber"
            defaultValue={bank?.accountNumber}
            {...figures}
          />
          <Field
            label="Branch code"
            name="bankDetails.branchCode"
            defaultValue={bank?.branchCode}
            {...figures}
          />
        </Details>
        <ContactNumbers />
        <SignInHelp />
        <Details
          title="Information officer"
          note="The person to ask about personal information. Everybody sees this on the Privacy page."
        >
          <Field
            label="Name, and how to reach them"
            name="informationOfficer"
            defaultValue={officer ?? ""}
            autoComplete="off"
          />
        </Details>
        <Connection />
      </div>
    </>
  );
}

/** The numbers behind the button in every page's header, with room for two more. */
function ContactNumbers() {
  const [known] = api.member.building.contacts.useSuspenseQuery();
  return (
    <Details
      // A saved list has new empty rows.
      key={known.length}
      title="Contact numbers"
      note="The caretaker, the guard, the managing agent. Everybody can call them from every page."
    >
      {Array.from({ length: known.length + 2 }, (_, index) => index).map((index) => (
        <fieldset key={index} className="grid gap-3 xs:grid-cols-2">
          <legend className="sr-only">Number {index + 1}</legend>
          <Field
            label={`Whose number ${index + 1} (optional)`}
            name={`contacts.${index}.label`}
            defaultValue={known[index]?.label}
            autoComplete="off"
          />
          <Field
            label={`Telephone ${index + 1} (optional)`}
            name={`contacts.${index}.number`}
            type="tel"
            defaultValue={known[index]?.number}
            autoComplete="off"
          />
        </fieldset>
      ))}
    </Details>
  );
}

/** The contact that the login names; only the login's own query has it, because nobody else needs it. */
function SignInHelp() {
  const [{ help }] = api.public.session.ways.useSuspenseQuery();
  return (
    <Details
      title="Help with logging in"
      note="Whom to ask who forgot a password or is locked out. Everybody at the login sees this name and number, also strangers in the building's network. Empty: nobody is named."
    >
      <Field
        label="Name of who helps (optional)"
        name="signInHelp.label"
        defaultValue={help?.label}
        autoComplete="off"
      />
      <Field
        label="Their telephone (optional)"
        name="signInHelp.number"
        type="tel"
        defaultValue={help?.number}
        autoComplete="off"
      />
    </Details>
  );
}

interface DetailsProps {
  title: string;
  note: string;
  children: ReactNode;
}

/** The parts are saved one by one, so each says what is only typed. */
function Unsaved({ savedAt }: { savedAt: number }) {
  const values = use(FormValues);
  /** The values of the fields at first, or when they were saved last. */
  const saved = useRef({ savedAt, values });
  const isFirst = Object.keys(saved.current.values).length === 0;
  if (isFirst || saved.current.savedAt !== savedAt) saved.current = { savedAt, values };
  const isChanged = Object.keys(values).some(
    (name) => values[name] !== (saved.current.values[name] ?? ""),
  );
  return (
    <p role="status" className="text-soft">
      {isChanged && "Not saved yet"}
    </p>
  );
}

/** Some of the building's details, saved by themselves; the others stay. */
function Details({ title, note, children }: DetailsProps) {
  const send = api.admin.building.update.useMutation({
    onSuccess: ({ name }) => {
      showBranding({ name });
      return utils.invalidate();
    },
  });
  return (
    <Section title={title} note={note}>
      <Form schema={buildingUpdate} send={send}>
        {children}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Submit>Save the {title.toLowerCase()}</Submit>
          <Unsaved savedAt={send.isSuccess ? send.submittedAt : 0} />
        </div>
      </Form>
    </Section>
  );
}
