import { Phone } from "lucide-react";
import { utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { useAtPress } from "../../ui/useAtPress.ts";

export const loadContacts = () => import("./Contacts.tsx");

/** With the building's own numbers, so that those stand there when it opens. */
const loadWithNumbers = async () => {
  await utils.member.building.contacts.prefetch();
  return loadContacts();
};

export function ContactsButton() {
  const { code, loading } = useAtPress(loadWithNumbers, "The numbers could not be loaded");
  const button = (
    <Button kind="plain" className="px-3!">
      <Phone className="size-5 shrink-0" />
      <span className="sr-only sm:not-sr-only">Numbers</span>
    </Button>
  );
  return code ? <code.Contacts trigger={button} /> : loading(button, "dialog");
}
