import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Moment } from "../../ui/DateTime.tsx";

interface Props {
  label: string;
  /** What is known of it, in small letters. */
  known: ReactNode;
  /** How it is ended: the word on the button, and what is asked first. */
  verb: string;
  title: string;
  /** What follows from it. */
  children: string;
  /** Left out where it cannot be ended from here. */
  end?: (() => Promise<unknown>) | undefined;
}

/** One of a person's ways in, in a list of them: a device, a passkey, a token. */
export const CredentialItem = ({ label, known, verb, title, children, end }: Props) => (
  <li className="flex min-h-16 items-center justify-between gap-x-4 py-2">
    <span className="min-w-0 break-words">
      <b className="font-semibold">{label}</b>
      <span className="block text-sm text-soft">{known}</span>
    </span>
    {end && (
      <ConfirmDialog
        trigger={
          <Button kind="quiet" small>
            {verb}
            <span className="sr-only"> {label}</span>
          </Button>
        }
        title={title}
        action={verb}
        onConfirm={end}
      >
        {children}
      </ConfirmDialog>
    )}
  </li>
);

/** When it was made and when it last let somebody in. */
export const MadeAndUsed = ({ at, used }: { at: string; used: string | null }) => (
  <>
    made <Moment at={at} />,{" "}
    {used ? (
      <>
        used <Moment at={used} />
      </>
    ) : (
      "never used"
    )}
  </>
);
