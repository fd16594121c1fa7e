import { createFileRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { dayOf, sayLongDay } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Alert } from "../../ui/icons.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { Section } from "../../ui/Section.tsx";
import { TextAnchor } from "../../ui/TextLink.tsx";

const buildingUpdate = () =>
  import("../../../server/features/building/schema.ts").then((schemas) => schemas.buildingUpdate);

export const Route = createFileRoute("/admin/building")({
  staticData: { title: "Building" },
  loader: () =>
    Promise.all([
      utils.member.building.details.ensureData(),
      utils.admin.building.connection.ensureData(),
      utils.public.privacy.notice.ensureData(),
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

interface DetailsProps {
  title: string;
  note: string;
  children: ReactNode;
}

/** Some of the building's details, saved by themselves; the others stay. */
function Details({ title, note, children }: DetailsProps) {
  const send = api.admin.building.update.useMutation({ onSuccess: () => utils.invalidate() });
  return (
    <Section title={title} note={note}>
      <Form schema={buildingUpdate} send={send}>
        {children}
        <Button type="submit" busy={send.isPending} className="justify-self-start">
          Save the {title.toLowerCase()}
        </Button>
      </Form>
    </Section>
  );
}

type Made = Answers["admin"]["building"]["connection"];

/**
 * How people reach the server. Nothing here can be changed on a screen, but the people responsible
 * should know it.
 */
function Connection() {
  const [made] = api.admin.building.connection.useSuspenseQuery();
  return (
    <Section title="Connection" note={wayInWords(made)} className="lg:col-span-2">
      {made.troubles.map((problem) => (
        <p key={problem} className="mt-3 flex max-w-2xl gap-1.5 font-medium text-danger">
          <Alert className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0 break-words">{problem}</span>
        </p>
      ))}
      {made.trust && <Trust trust={made.trust} />}
    </Section>
  );
}

function wayInWords({ way, until }: Made): string {
  const end = until && sayLongDay(dayOf(new Date(until)));
  if (way === "local")
    return `People reach Stoep over a secure connection (HTTPS), with a certificate that this machine made. It is valid until ${end} and renews itself. Tell each device once to trust it.`;
  if (way === "own")
    return `People reach Stoep over a secure connection (HTTPS), with your own certificate. It is valid until ${end}. When you renew it, Stoep uses the new one by itself.`;
  // A trusted proxy may use HTTPS without the settings saying so.
  if (way === "proxy" || location.protocol === "https:")
    return "People reach Stoep over a secure connection (HTTPS). A proxy, another program in front of Stoep, looks after the certificate.";
  return "People reach Stoep over a connection that is not secure (plain HTTP). Anybody on the building's network can read what is sent, even passwords. Ask whoever installed Stoep to switch on a secure connection (HTTPS).";
}

/** The address to send people to, and the fingerprint they compare. */
const Trust = ({ trust: { address, qr, fingerprint } }: { trust: NonNullable<Made["trust"]> }) => (
  <div className="mt-5 grid gap-6 sm:grid-cols-[auto_1fr]">
    <QrCode svg={qr} alt="QR code of the page that says how to trust this building" />
    <div className="grid max-w-xl content-start gap-3">
      <p>
        This page says how, step by step, for each kind of device:
        <br />
        <TextAnchor href={address}>How to trust this building</TextAnchor>
      </p>
      <p>
        First people can compare this fingerprint (SHA-256) with the one that their device shows:
      </p>
      <p className="mb-2 max-w-[50ch] font-mono text-sm leading-relaxed">
        {fingerprint.map((group) => (
          <span key={group} className="mr-[1ch] inline-block">
            {group}
          </span>
        ))}
      </p>
      <CopyField label="Address of that page" value={address} action="Copy the address" />
    </div>
  </div>
);
