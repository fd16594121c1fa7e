import { createFileRoute } from "@tanstack/react-router";
import { type ReactNode, use, useRef, useState } from "react";
import { api, utils } from "../../trpc.ts";
import { BuildingPicture } from "../../ui/BuildingBranding.tsx";
import { Button } from "../../ui/Button.tsx";
import { showBranding, useBranding } from "../../ui/branding.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { AttachAtOnce } from "../attachments/AttachFiles.tsx";
import { Connection } from "./Connection.tsx";

const buildingUpdate = async () =>
  (await import("../../../server/features/building/schema.ts")).buildingUpdate;

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
          note="The person to ask about personal information. Everybody sees this on the Privacy page. Empty: people read that they ask the trustees."
        >
          <Field
            label="Name, and how to reach them (optional)"
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
      note="The person to ask after forgetting a password or being locked out. Everybody sees this name and number before they log in, also strangers in the building's network. If it is empty, nobody is named."
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

/** The parts are saved one by one, so each says what is only typed. */
function Unsaved({ savedAt }: { savedAt: number }) {
  const values = use(FormValues);
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

function Details({ title, note, children }: { title: string; note: string; children: ReactNode }) {
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

function PictureSection() {
  const { picture } = useBranding();
  const [removed, setRemoved] = useState(false);
  const sent = (answers: readonly { version: string }[]) => {
    setRemoved(false);
    for (const { version } of answers) showBranding({ picture: version });
  };
  return (
    <Section
      title="Picture"
      note="Of the building or its front door. It is on every page, on every document and, for everybody, on the login page."
    >
      <div className="flex flex-wrap items-start gap-5">
        <BuildingPicture className="size-32 rounded-2xl" />
        <div className="min-w-0 flex-1 basis-56">
          <AttachAtOnce
            kind="picture"
            address="/api/property/admin/building/picture"
            label={picture ? "Choose another picture" : "Choose a picture"}
            hint="A JPEG, PNG or WebP. Where a photo was taken is left out."
            onSent={sent}
            said={() => (picture ? "This is the picture of the building now." : "")}
          />
          {picture && <RemovePicture onDone={() => setRemoved(true)} />}
          <p role="status" className="mt-1 text-soft empty:hidden">
            {removed && "The picture was removed."}
          </p>
        </div>
      </div>
    </Section>
  );
}

function RemovePicture({ onDone }: { onDone: () => void }) {
  const remove = api.admin.buildingPicture.remove.useMutation({
    onSuccess: () => {
      showBranding({ picture: null });
      onDone();
    },
  });
  return (
    <ConfirmDialog
      trigger={
        <Button kind="plain" small className="mt-1 -ml-3">
          Remove the picture
        </Button>
      }
      title="Remove the picture?"
      action="Remove the picture"
      onConfirm={() => remove.mutateAsync()}
    >
      Pages and documents then show the name of the building alone.
    </ConfirmDialog>
  );
}
