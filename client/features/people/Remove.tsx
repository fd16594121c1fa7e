import type { Role } from "../../../server/platform/auth/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, api, utils, wordsOf } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { ConfirmDialog, Question } from "../../ui/ConfirmDialog.tsx";
import { counted } from "../../ui/plural.ts";
import type { OpenedDialog } from "../../ui/rowActions.ts";

interface Removable {
  id: string;
  name: string;
  surname: string;
  role?: Role;
}

function useRemoval({ id, role, name, surname }: Removable) {
  const send = api.admin.people.remove.useMutation({ onSettled: () => utils.admin.invalidate() });
  return {
    title: `Remove ${`${name} ${surname}`.trim()}?`,
    action: "Remove",
    onConfirm: () => send.mutateAsync({ id, ...(role && { role }) }),
  };
}

export function Remove(person: Removable) {
  const { name, surname } = person;
  return (
    <ConfirmDialog
      {...useRemoval(person)}
      trigger={
        <QuietButton small which={`${name} ${surname}`}>
          Remove
        </QuietButton>
      }
    >
      <Consequences {...person} />
    </ConfirmDialog>
  );
}

export function RemovePerson({ person, ...opened }: OpenedDialog & { person: Removable }) {
  return (
    <Question {...opened} {...useRemoval(person)}>
      <Consequences {...person} />
    </Question>
  );
}

const Consequences = ({ id, name }: Removable) => (
  <>
    They can no longer sign in, and they disappear from this list. From today on they own, rent and
    live in no unit, and their visitors' codes end. Their fines, requests and visitors stay.
    <Owed id={id} name={name} />
  </>
);

function Owed({ id, name }: Pick<Removable, "id" | "name">) {
  const { data, error } = api.admin.fines.owedBy.useQuery({ residentId: id }, { staleTime: 0 });
  const words = data ? owedWords(name, data) : error && notKnown(error);
  return (
    <p role="status" className="mt-3 min-h-[1lh] font-semibold text-ink">
      {words}
    </p>
  );
}

const notKnown = (error: unknown) => `What they owe could not be looked up. ${wordsOf(error)}`;

function owedWords(name: string, { unpaid, pending }: Answers["admin"]["fines"]["owedBy"]): string {
  if (unpaid.count + pending.count === 0) return `${name} owes nothing.`;
  const waits =
    pending.count > 0
      ? ` ${formatRand(pending.cents)} of it is pending: check the proof of payment first.`
      : "";
  const [all, fines] = [unpaid.cents + pending.cents, unpaid.count + pending.count];
  return `${name} still owes ${formatRand(all)}: ${counted(fines, "fine")} not paid.${waits}`;
}
