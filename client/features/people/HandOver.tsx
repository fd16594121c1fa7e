import { Printer } from "lucide-react";
import { type Answers, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { sayFullMoment } from "../../ui/days.ts";
import { QrCode } from "../../ui/QrCode.tsx";
import { Share } from "../../ui/Share.tsx";
import type { Person } from "./columns.tsx";

interface Props {
  made: Answers["admin"]["invites"]["resetLink"];
  person: Pick<Person, "name" | "username">;
}

/** The username goes with the link, because an email that is shared signs nobody in. */
export const HandOver = ({
  made: { link, qr, expiresAt, mailed },
  person: { name, username },
}: Props) => (
  <div className="grid max-w-xl gap-5">
    <p>
      {mailed ? `It is on its way to ${name} by email. ` : `Give it to ${name}. `}
      They use it to choose their own password. It works once, until{" "}
      <time dateTime={expiresAt}>{sayFullMoment(new Date(expiresAt))}</time>.
    </p>
    <p>
      Username: <strong>{username}</strong>
    </p>
    <QrCode svg={qr} alt={`QR code of the link for ${name}`} />
    <CopyField label="Link" value={link} action="Copy the link">
      <QuietButton onClick={() => window.print()}>
        <Printer className="size-5" />
        Print
      </QuietButton>
      <Share
        what={`the link for ${name}`}
        text={async () => {
          const { name: building } = await utils.member.building.details.ensureData();
          return `Hello ${name}, choose your password for ${building} with this link. It works once, until ${sayFullMoment(new Date(expiresAt))}: ${link}\nYour username is ${username}.`;
        }}
      />
    </CopyField>
  </div>
);
