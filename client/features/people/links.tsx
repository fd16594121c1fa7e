import { FileUp, Printer } from "lucide-react";
import { ButtonLink } from "../../ui/Button.tsx";

/** A link from a list to its import from a file. */
export const ImportLink = ({ kind }: { kind: "residents" | "staff" | "units" }) => (
  <ButtonLink kind="quiet" to="/admin/import" search={{ kind }}>
    <FileUp aria-hidden="true" className="size-5" />
    Import from a spreadsheet
  </ButtonLink>
);

/** A link to the printed invites for people who have not signed in yet. */
export const ToPaperInvites = () => (
  <ButtonLink to="/admin/invites" kind="quiet">
    <Printer aria-hidden="true" className="size-5" />
    Invites on paper
  </ButtonLink>
);
