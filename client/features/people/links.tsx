import { FileUp, Printer, ReceiptText, ShieldCheck } from "lucide-react";
import { ButtonLink } from "../../ui/Button.tsx";
import type { RowAction } from "../../ui/rowActions.ts";

export const ImportLink = ({ kind }: { kind: "residents" | "staff" | "units" }) => (
  <ButtonLink kind="quiet" to="/admin/import" search={{ kind }}>
    <FileUp className="size-5" />
    Import from a spreadsheet
  </ButtonLink>
);

export const ToPaperInvites = () => (
  <ButtonLink to="/admin/invites" kind="quiet">
    <Printer className="size-5" />
    Invites on paper
  </ButtonLink>
);

export const newFine = (residentId: string): RowAction => ({
  label: "New Fine",
  icon: ReceiptText,
  link: { to: "/admin/residents/$residentId/fines/new_fine", params: { residentId } },
});

export const keptData = (person: string, label = "What is kept about them"): RowAction => ({
  label,
  icon: ShieldCheck,
  link: { to: "/admin/privacy", search: { person } },
});
