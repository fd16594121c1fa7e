import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, api, utils, wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { counted } from "../../ui/plural.ts";
import type { Person } from "./columns.tsx";

/** Removes a person, after asking once. */
export function Remove({ id, role, name, surname }: Person) {
  const send = api.admin.people.remove.useMutation({
    onSettled: () => utils.admin.invalidate(),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button kind="plain" small which={`${name} ${surname}`} className="-ml-3 font-normal!">
          Remove
        </Button>
      }
      title={`Remove ${name} ${surname}?`}
      action="Remove"
      onConfirm={() => send.mutateAsync({ id, role })}
    >
      They can no longer sign in, and they disappear from this list. Their fines, requests and
      visitors stay.
      <Owed id={id} name={name} />
    </ConfirmDialog>
  );
}

/** What they still owe; fetched when somebody is about to remove them. */
function Owed({ id, name }: Pick<Person, "id" | "name">) {
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
