import { GitMerge, KeyRound, ReceiptText, ShieldCheck, Trash2 } from "lucide-react";
import type { RowAction } from "../../ui/rowActions.ts";
import { RemovePerson } from "../people/Remove.tsx";
import { ResetLink } from "../people/ResetLink.tsx";
import type { PersonPage } from "./words.ts";

/** The other actions for a person. One that removes them comes last. */
export function menuOf(person: PersonPage): RowAction[] {
  const { id, name, surname, role, signsIn, state } = person;
  const exporting: RowAction = {
    label: "Export their data",
    icon: ShieldCheck,
    link: { to: "/admin/privacy", search: { person: id } },
  };
  if (state !== "Here") return [exporting];
  return [
    ...(signsIn
      ? [
          {
            label: "Reset link",
            icon: KeyRound,
            dialog: (opened) => <ResetLink person={{ id, name, surname }} {...opened} />,
          } satisfies RowAction,
        ]
      : []),
    {
      label: "Reminder letters",
      icon: ReceiptText,
      link: { to: "/admin/fines/reminders" },
    },
    exporting,
    {
      label: "Merge with another entry",
      icon: GitMerge,
      link: { to: "/admin/people/$personId/merge", params: { personId: id } },
    },
    {
      label: "Remove",
      icon: Trash2,
      dialog: (opened) => (
        <RemovePerson
          person={{ id, name, surname, ...(signsIn && role && { role }) }}
          {...opened}
        />
      ),
    },
  ];
}
