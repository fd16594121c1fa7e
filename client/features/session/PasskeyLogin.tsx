import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { passkeyWords, signWithPasskey } from "./passkey.ts";
import type { Session } from "./session.ts";

/** Logs in with the device's fingerprint, face or PIN instead of a password. */
export function PasskeyLogin({ enter }: { enter: (session: Session) => void }) {
  const send = api.public.passkeys.signIn.useMutation({ onSuccess: enter });
  const ask = useMutation({
    mutationFn: async () => send.mutateAsync({ response: (await signWithPasskey()) as never }),
  });
  return (
    <div className="mb-6 grid gap-3">
      <Button kind="quiet" busy={ask.isPending || ask.isSuccess} onClick={() => ask.mutate()}>
        <KeyRound aria-hidden="true" className="size-5" />
        Log in with a passkey
      </Button>
      <Failure error={ask.error} words={passkeyWords} />
      <p className="flex items-center gap-3 text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </div>
  );
}
