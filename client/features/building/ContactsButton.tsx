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
  const { code, busy, press } = useAtPress(loadWithNumbers, "The numbers could not be loaded");
  if (code) return <code.Contacts trigger={look} />;
  return (
    <Button
      kind="plain"
      busy={busy}
      aria-haspopup="dialog"
      onClick={() => void press()}
      className="px-3!"
    >
      {content}
    </Button>
  );
}

const content = (
  <>
    <Phone className="size-5 shrink-0" />
    <span className="sr-only sm:not-sr-only">Numbers</span>
  </>
);

const look = (
  <Button kind="plain" className="px-3!">
    {content}
  </Button>
);
