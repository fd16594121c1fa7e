import { Printer } from "lucide-react";
import { ButtonLink } from "../../ui/Button.tsx";

/** A link to the printed invites for people who have not signed in yet. */
export const ToPaperInvites = () => (
  <ButtonLink to="/admin/invites" kind="quiet">
    <Printer aria-hidden="true" className="size-5" />
    Invites on paper
  </ButtonLink>
);
