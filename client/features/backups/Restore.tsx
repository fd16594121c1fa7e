import type { ReactNode } from "react";
import { type Answers, api } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { counted } from "../../ui/plural.ts";
import { Ring } from "../../ui/Spinner.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { Warning } from "../../ui/Warning.tsx";

type State = NonNullable<Answers["admin"]["backups"]["overview"]["restore"]>;
type Phase<Name extends State["phase"]> = Extract<State, { phase: Name }>;

const unlock = async () => (await import("../../../server/features/backups/schema.ts")).unlocking;

interface Props {
  restore: State;
  look: () => Promise<unknown>;
  restoring: () => void;
}

export function Restore({ restore, look, restoring }: Props) {
  const cancel = api.admin.backups.cancel.useMutation({ onSettled: look });
  const leave = (
    <QuietButton busy={cancel.isPending} onClick={() => cancel.mutate()}>
      {restore.phase === "failed" ? "Back to the backups" : "Cancel"}
    </QuietButton>
  );
  if (restore.phase === "ready")
    return <Preview restore={restore} leave={leave} restoring={restoring} />;
  if (restore.phase === "failed") return <Failed restore={restore} leave={leave} look={look} />;
  return (
    <>
      <PageHeader title="Backups" />
      <div role="status" className="flex items-center gap-4">
        <Ring className="size-10 shrink-0 text-clay" />
        {restore.phase === "reading"
          ? `Unpacking and checking ${nameOf(restore)}. This changes nothing.`
          : "Another admin is restoring a backup. Afterwards everybody has to log in again."}
      </div>
      {restore.phase === "reading" && <div className="mt-6">{leave}</div>}
    </>
  );
}

function nameOf({ source }: Exclude<State, { phase: "restoring" }>): string {
  if ("before" in source) return "what was there before the last restore";
  return "archive" in source ? source.archive : source.fileName;
}

interface FailedProps {
  restore: Phase<"failed">;
  leave: ReactNode;
  look: () => Promise<unknown>;
}

function Failed({ restore, leave, look }: FailedProps) {
  const send = api.admin.backups.preview.useMutation({ onSettled: look });
  const { source, why, wantsPassphrase } = restore;
  return (
    <>
      <PageHeader title="Backups" note="Nothing was changed." />
      <div className="grid max-w-xl gap-6">
        <Warning>{why}</Warning>
        {wantsPassphrase && (
          <Form schema={unlock} send={send} also={{ source }} className="grid max-w-md gap-4">
            <Field
              label="Passphrase"
              name="passphrase"
              type="password"
              hint="The one that was set when this backup was made"
              autoComplete="off"
            />
            <Submit className="justify-self-start">Open it</Submit>
          </Form>
        )}
        <div>{leave}</div>
      </div>
    </>
  );
}

const mostNames = 20;

function Returning({ people }: { people: Phase<"ready">["returning"] }) {
  const more = people.length - mostNames;
  return (
    <Warning>
      {people.length === 1 ? "This person was" : "These people were"} removed after this backup was
      made, and {people.length === 1 ? "is" : "are"} here again once you restore it:{" "}
      {people
        .slice(0, mostNames)
        .map(({ name, surname, role }) => `${name} ${surname} (${role})`)
        .join(", ")}
      {more > 0 && ` and ${figure(more)} more`}. Remove them again after the restore.
    </Warning>
  );
}

const entries = (count: number) => `${figure(count)} ${count === 1 ? "entry" : "entries"}`;

type TrailProps = Pick<Phase<"ready">, "lineage" | "undone"> & { problem: string | null };

/** Logging in and out changes nothing that a restore would undo. */
const changesData = ({ action }: { action: string }) => !action.startsWith("session.");

function Trail({ lineage: { origin, lost, shared }, undone, problem }: TrailProps) {
  const changes = undone.filter(changesData);
  return (
    <>
      {lost > 0 && (
        <p>
          The audit trail loses its last {entries(lost)}: everything that was recorded since this
          backup was made.
        </p>
      )}
      {lost > 0 && changes.length > 0 && (
        <div>
          <p>This is undone:</p>
          <ul className="list-disc pl-5">
            {changes.map(({ action, did, count }) => (
              <li key={action}>{`${figure(count)} × “${did}”`}</li>
            ))}
          </ul>
        </div>
      )}
      {origin === "other" && (
        <Warning>
          The audit trail in this backup differs from this building's own history: only the first{" "}
          {entries(shared)} are the same. Either it is a backup of another building, or somebody
          changed it. If you restore it, the check of the audit trail will say so from then on.
        </Warning>
      )}
      {origin === "unknown" && (
        <p>
          There is no audit trail here yet to compare with the one in the backup, so Stoep cannot
          tell whether somebody changed it.
        </p>
      )}
      {problem !== null && origin !== "other" && <Warning>{problem}</Warning>}
    </>
  );
}

interface PreviewProps {
  restore: Phase<"ready">;
  leave: ReactNode;
  restoring: () => void;
}

const figure = (count: number) => count.toLocaleString("en-ZA");

function Preview({ restore, leave, restoring }: PreviewProps) {
  const confirm = api.admin.backups.restore.useMutation({ onSuccess: restoring });
  const { id, kinds, madeAt, version, source, lineage, undone, trailProblem, returning } = restore;
  const { losesAuthority, isShortened, missing } = restore;
  const isUndo = "before" in source;
  const changes = kinds.filter(({ coming, now }) => coming > 0 || now > 0);
  return (
    <>
      <PageHeader
        title={isUndo ? "Undo the last restore?" : "Restore this backup?"}
        note={
          isUndo ? (
            <>
              This puts back what you had when somebody restored a backup, <Moment at={madeAt} />.
            </>
          ) : (
            <>
              {nameOf(restore)}, made <Moment at={madeAt} /> by Stoep {version}.{" "}
              {missing > 0
                ? `It lacks ${counted(missing, "uploaded file")} that the machine had lost by then. Nothing else`
                : "Nothing in it"}{" "}
              is missing or damaged.
            </>
          )
        }
      />
      {isShortened && (
        <p className="mb-4 max-w-xl">
          It opened with only the part of the passphrase before the #, because Stoep 0.1.0 read no
          further. New backups are encrypted with the whole passphrase.
        </p>
      )}
      <table className="w-full max-w-xl border-collapse text-left">
        <caption className="sr-only">What you have now, and what you will have</caption>
        <thead>
          <tr className="border-b-2 border-edge text-sm text-soft">
            {["What", "Now", "Afterwards"].map((each) => (
              <th
                key={each}
                scope="col"
                className="py-2 pl-3 font-semibold not-first:text-right first:pl-0"
              >
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ kind, coming, now }) => (
            <tr key={kind} className="border-b border-line">
              <th scope="row" className="py-2.5 font-normal">
                {kind}
              </th>
              <td className="py-2.5 pl-3 text-right tabular-nums">{figure(now)}</td>
              <td
                className={`py-2.5 pl-3 text-right tabular-nums ${coming === now ? "" : "font-semibold"}`}
              >
                {figure(coming)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-5 grid max-w-xl gap-4">
        <Trail lineage={lineage} undone={undone} problem={trailProblem} />
        {losesAuthority && (
          <Warning>
            When this backup was made, the building's secure connection had a key that is not this
            machine's. Every device that does not trust the key that is used afterwards has to trust
            it once more.
          </Warning>
        )}
        {returning.length > 0 && <Returning people={returning} />}
        <p>
          Afterwards, everything written since then is gone, and passwords are what they were then.
          Everybody signs in again, programs need new tokens, and invites and reset links that you
          handed out no longer work. What you have now is kept for 31 days, so that you can undo
          this.
        </p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <ConfirmDialog
          trigger={<Button kind="danger">{isUndo ? "Undo the restore" : "Restore it"}</Button>}
          title="Replace everything?"
          action={isUndo ? "Put it back" : "Replace everything"}
          onConfirm={() => confirm.mutateAsync({ id })}
        >
          Everybody is signed out, and nobody can use Stoep for about a minute.
        </ConfirmDialog>
        {leave}
      </div>
    </>
  );
}
