import type { ReactNode } from "react";
import { QuietButton } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { Section } from "../../ui/Section.tsx";

interface Credential {
  id: string;
  label: string;
  known: ReactNode;
  stays?: boolean;
}

interface Props {
  title: string;
  note: string;
  rows: readonly Credential[];
  /** The text of the button that revokes one, and the question before that. */
  verb: string;
  question: (label: string) => string;
  consequences: string;
  end: (input: { id: string }) => Promise<unknown>;
  children?: ReactNode;
}

/** A list of a person's devices, passkeys or tokens, each of which can be revoked. */
export const Credentials = ({ title, note, rows, children, ...revoking }: Props) => (
  <Section title={title} note={note} className="mt-10 max-w-3xl print:hidden">
    {rows.length > 0 && (
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {rows.map(({ id, label, known, stays }) => (
          <li key={id} className="flex min-h-16 items-center justify-between gap-x-4 py-2">
            <span className="min-w-0 break-words">
              <b className="font-semibold">{label}</b>
              <span id={`known-${id}`} className="block text-sm text-soft">
                {known}
              </span>
            </span>
            {!stays && (
              <ConfirmDialog
                trigger={
                  <QuietButton small which={label} aria-describedby={`known-${id}`}>
                    {revoking.verb}
                  </QuietButton>
                }
                title={revoking.question(label)}
                action={revoking.verb}
                onConfirm={() => revoking.end({ id })}
              >
                <p className="mb-3">{known}</p>
                {revoking.consequences}
              </ConfirmDialog>
            )}
          </li>
        ))}
      </ul>
    )}
    {children}
  </Section>
);

export const MadeAndUsed = ({ at, used }: { at: string; used: string | null }) => (
  <>
    made <Moment at={at} />, {used ? <Moment before="used " at={used} /> : "never used"}
  </>
);
