import { FileUp, Printer, ReceiptText, ShieldCheck } from "lucide-react";
import { QuietLink } from "../../ui/Button.tsx";
import type { RowAction } from "../../ui/rowActions.ts";

export const ImportLink = ({ kind }: { kind: "residents" | "staff" | "units" }) => (
  <QuietLink to="/admin/import" search={{ kind }}>
    <FileUp className="size-5" />
    Import from a spreadsheet
  </QuietLink>
);

export const ToPaperInvites = () => (
  <QuietLink to="/admin/invites">
    <Printer className="size-5" />
    Invites on paper
  </QuietLink>
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
