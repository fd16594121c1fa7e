import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Moment } from "../../ui/DateTime.tsx";

interface Props {
  label: string;
  /** Details, in small type. */
  known: ReactNode;
  /** The text of the button that revokes it; `title` is the question before that. */
  verb: string;
  title: string;
  /** The consequences. */
  children: string;
  /** Left out if it cannot be revoked from here. */
  end?: (() => Promise<unknown>) | undefined;
}

/** One of the credentials in a person's list: a device, a passkey, a token. */
export const CredentialItem = ({ label, known, verb, title, children, end }: Props) => (
  <li className="flex min-h-16 items-center justify-between gap-x-4 py-2">
    <span className="min-w-0 break-words">
      <b className="font-semibold">{label}</b>
      <span className="block text-sm text-soft">{known}</span>
    </span>
    {end && (
      <ConfirmDialog
        trigger={
          <Button kind="quiet" small which={label}>
            {verb}
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

/** When it was created and when it was last used to sign in. */
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
