import { Phone } from "lucide-react";
import { showToast, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { useAtPress } from "../../ui/useAtPress.ts";

export const loadContacts = () => import("./Contacts.tsx");

/** With the building's own numbers, so that those stand there when it opens. */
const loadWithNumbers = async () => {
  await utils.member.building.contacts.prefetch();
  return loadContacts();
};

/** In the header of every page: the numbers of the caretaker, the guard and the emergencies. */
export function ContactsButton() {
  const { code, busy, press } = useAtPress(loadWithNumbers, sayNotOpened);
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
    <Phone aria-hidden="true" className="size-5 shrink-0" />
    <span className="sr-only sm:not-sr-only">Numbers</span>
  </>
);

const look = (
  <Button kind="plain" className="px-3!">
    {content}
  </Button>
);

const sayNotOpened = () =>
  showToast("error", "The numbers could not be loaded. Check your connection and try again.");
