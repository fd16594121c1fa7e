import { useMutation } from "@tanstack/react-query";
import { type Answers, api, wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Moment } from "../../ui/Moment.tsx";
import { deviceWords, hasPasskeys, makePasskey } from "./passkey.ts";

/** The devices one logs in with by finger, face or PIN; only where the house can have them. */
export function Passkeys() {
  const { data: ways } = api.public.session.ways.useQuery();
  return hasPasskeys(ways?.passkeys) ? <OwnPasskeys /> : null;
}

function OwnPasskeys() {
  const cache = api.useUtils();
  const { data: passkeys } = api.member.passkeys.own.useQuery();
  const send = api.member.passkeys.add.useMutation({
    onSuccess: () => cache.member.passkeys.own.invalidate(),
  });
  const make = useMutation({
    mutationFn: async () => send.mutateAsync({ response: (await makePasskey()) as never }),
  });
  return (
    <section aria-labelledby="passkeys" className="mt-10 max-w-3xl print:hidden">
      <h2 id="passkeys" className="text-xl">
        Passkeys
      </h2>
      <p className="mt-1.5 text-soft">
        With a passkey you log in by finger, face or the PIN of your device, without a password.
      </p>
      {passkeys && passkeys.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <Button kind="quiet" className="mt-4" busy={make.isPending} onClick={() => make.mutate()}>
        Make a passkey on this device
      </Button>
      {make.error && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {deviceWords(make.error) ?? wordsOf(make.error)}
        </p>
      )}
    </section>
  );
}

type Passkey = Answers["member"]["passkeys"]["own"][number];

function Passkey({ passkey: { id, label, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const cache = api.useUtils();
  const send = api.member.passkeys.remove.useMutation({
    onSettled: () => cache.member.passkeys.own.invalidate(),
  });
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 break-words">
        <b className="font-semibold">{label}</b>
        <span className="block text-sm text-soft">
          made <Moment at={createdAt} />,{" "}
          {lastUsedAt ? (
            <>
              used <Moment at={lastUsedAt} />
            </>
          ) : (
            "never used"
          )}
        </span>
      </span>
      <ConfirmDialog
        trigger={
          <Button kind="quiet" small>
            Remove<span className="sr-only"> {label}</span>
          </Button>
        }
        title={`Remove the passkey of ${label}?`}
        action="Remove"
        onConfirm={() => send.mutateAsync({ id })}
      >
        Nobody logs in with it any more. The device may still offer it; delete it there too.
      </ConfirmDialog>
    </li>
  );
}
