import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { api, utils } from "../../trpc.ts";
import { BuildingPicture } from "../../ui/BuildingBranding.tsx";
import { Button } from "../../ui/Button.tsx";
import { showBranding, useBranding } from "../../ui/branding.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Section } from "../../ui/Section.tsx";
import { AttachAtOnce } from "../attachments/AttachFiles.tsx";
import { Connection } from "./Connection.tsx";
import { Details, type Fields, type Settings } from "./Details.tsx";

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

/** The numbers behind the button in every page's header, with room for two more. */
const contactFields = (...of: Settings[]): Fields =>
  Array.from(
    { length: Math.max(...of.map(({ contacts }) => contacts.length)) + 2 },
    (_, row): Fields => [
      { label: `Whose number ${row + 1} (optional)`, name: `contacts.${row}.label` },
      { label: `Telephone ${row + 1} (optional)`, name: `contacts.${row}.number`, type: "tel" },
    ],
  ).flat();

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
