import { CircleAlert } from "lucide-react";
import { type Answers, api } from "../../trpc.ts";
import { CopyField } from "../../ui/CopyField.tsx";
import { dayOf, sayLongDay } from "../../ui/days.ts";
import { QrCode } from "../../ui/QrCode.tsx";
import { Section } from "../../ui/Section.tsx";
import { TextAnchor } from "../../ui/TextLink.tsx";

type Made = Answers["admin"]["building"]["connection"];

export function Connection() {
  const [made] = api.admin.building.connection.useSuspenseQuery();
  return (
    <Section title="Connection" note={connectionWords(made)} className="lg:col-span-2">
      {made.troubles.map((problem) => (
        <p key={problem} className="mt-3 flex max-w-2xl gap-1.5 font-medium text-danger">
          <CircleAlert className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0 break-words">{problem}</span>
        </p>
      ))}
      {made.trust && <Trust trust={made.trust} />}
    </Section>
  );
}

function connectionWords({ way, until }: Made): string {
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
