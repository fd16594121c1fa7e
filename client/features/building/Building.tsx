import { createFileRoute } from "@tanstack/react-router";
import { type ComponentProps, use, useRef, useState } from "react";
import { type Answers, api, utils } from "../../trpc.ts";
import { BuildingPicture } from "../../ui/BuildingBranding.tsx";
import { Button } from "../../ui/Button.tsx";
import { showBranding, useBranding } from "../../ui/branding.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Section } from "../../ui/Section.tsx";
import { changedIn, fillUntouched, StoredByNow } from "../../ui/StoredByNow.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { AttachAtOnce } from "../attachments/AttachFiles.tsx";
import { Connection } from "./Connection.tsx";

const buildingUpdate = async () =>
  (await import("../../../server/features/building/schema.ts")).buildingUpdate;

export const Route = createFileRoute("/admin/building")({
  staticData: { title: "Building" },
  loader: () =>
    Promise.all([
      utils.admin.building.settings.ensureData(),
      utils.admin.building.connection.ensureData(),
    ]),
  component: Building,
});

function Building() {
  return (
    <>
      <PageHeader title="Building" />
      <div className="grid max-w-4xl grid-cols-1 gap-12 lg:grid-cols-2">
        <Details
          part="name"
          title="Name"
          note="It is printed on every document."
          fieldsOf={() => [{ label: "Name of the building", name: "name" }]}
        />
        <PictureSection />
        <Details
          part="bankDetails"
          title="Bank details"
          note="Residents see these when they pay a fine."
          fieldsOf={() => [
            { label: "Bank", name: "bankDetails.bank" },
            { label: "Account holder", name: "bankDetails.accountHolder" },
            { label: "Account number", name: "bankDetails.accountNumber", inputMode: "numeric" },
            { label: "Branch code", name: "bankDetails.branchCode", inputMode: "numeric" },
          ]}
        />
        <Details
          part="contacts"
          title="Contact numbers"
          note="The caretaker, the guard, the managing agent. Everybody can call them from every page."
          className="grid gap-x-3 gap-y-5 xs:grid-cols-2"
          fieldsOf={contactFields}
        />
        <Details
          part="signInHelp"
          title="Help with logging in"
          note="The person to ask after forgetting a password or being locked out. Everybody sees this name and number before they log in, also strangers in the building's network. If it is empty, nobody is named."
          fieldsOf={() => [
            { label: "Name of who helps (optional)", name: "signInHelp.label" },
            { label: "Their telephone (optional)", name: "signInHelp.number", type: "tel" },
          ]}
        />
        <Details
          part="informationOfficer"
          title="Information officer"
          note="The person to ask about personal information. Everybody sees this on the Privacy page. Empty: people read that they ask the trustees."
          fieldsOf={() => [
            { label: "Name, and how to reach them (optional)", name: "informationOfficer" },
          ]}
        />
        <Connection />
      </div>
    </>
  );
}

type Settings = Answers["admin"]["building"]["settings"];
type Fields = Pick<ComponentProps<typeof Field>, "label" | "name" | "type" | "inputMode">[];

/** The numbers behind the button in every page's header, with room for two more. */
const contactFields = (...of: Settings[]): Fields =>
  Array.from(
    { length: Math.max(...of.map(({ contacts }) => contacts.length)) + 2 },
    (_, row): Fields => [
      { label: `Whose number ${row + 1} (optional)`, name: `contacts.${row}.label` },
      { label: `Telephone ${row + 1} (optional)`, name: `contacts.${row}.number`, type: "tel" },
    ],
  ).flat();

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

interface Props {
  part: Exclude<keyof Settings, "versions">;
  title: string;
  note: string;
  fieldsOf: (...stored: Settings[]) => Fields;
  className?: string;
}

function Details({ part, title, note, fieldsOf, className = "contents" }: Props) {
  const [loaded] = api.admin.building.settings.useSuspenseQuery();
  // As it was opened or saved here; and as somebody else has saved it since, once that was refused.
  const [{ first, now }, setStored] = useState({ first: loaded, now: loaded });
  const fields = fieldsOf(first, now);
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
  const texts = textsOf(now, fields);
  const inputs = useRef<HTMLDivElement>(null);
  const send = api.admin.building.update.useMutation({
    onSuccess: (saved) => {
      setStored({ first: saved, now: saved });
      showBranding({ name: saved.name });
      return utils.invalidate();
    },
    onError: async ({ data }) => {
      if (data?.reason?.code !== "building.changed") return;
      const now = await utils.admin.building.settings.fetch(undefined, { staleTime: 0 });
      fillUntouched(inputs.current, changedIn(labels, texts, textsOf(now, fields)));
      setStored({ first, now });
    },
  });
  return (
    <Section title={title} note={note}>
      <Form schema={buildingUpdate} send={send} also={{ version: now.versions[part] }}>
        <StoredByNow labels={labels} first={textsOf(first, fields)} now={texts} />
        {/* A list that was saved here has new empty rows. */}
        <div key={fieldsOf(first).length} ref={inputs} className={className}>
          {fields.map((field) => (
            <Field
              key={field.name}
              {...field}
              defaultValue={texts[field.name]}
              autoComplete="off"
            />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Submit>Save the {title.toLowerCase()}</Submit>
          <Unsaved savedAt={send.isSuccess ? send.submittedAt : 0} />
        </div>
      </Form>
    </Section>
  );
}

/** What is stored by the names of the fields, such as `bankDetails.bank`. */
const textsOf = (stored: unknown, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name }) => {
      const value = name.split(".").reduce((found, key) => Object(found)[key], stored);
      return [name, String(value ?? "")];
    }),
  );

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
