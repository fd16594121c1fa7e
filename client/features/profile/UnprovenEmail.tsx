import { useState } from "react";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { OwnPasswordForm } from "../session/OwnPasswordForm.tsx";

interface Props {
  own: boolean;
  /** The name of the person with this address. */
  name: string;
}

/**
 * Shown under an email that was changed and not confirmed yet, if the server sends emails or
 * accepts a provider's.
 */
export function UnprovenEmail({ own, name }: Props) {
  const ways = api.public.session.ways.useQuery();
  const [confirming, setConfirming] = useState(false);
  const send = api.member.profile.confirmEmail.useMutation({
    // The card is the same for all roles, so all profiles are fetched again.
    onSuccess: () => utils.invalidate(),
  });
  if (!ways.data?.mail && !ways.data?.oidc) return null;
  if (!own)
    return (
      <p className="mt-1 text-sm text-soft">
        {name} changed this email without typing their password, so we mail no password links to it.
        If it is right, click it and then press Update.
      </p>
    );
  return (
    <div className="mt-1 grid max-w-md gap-3">
      <p className="text-sm text-soft">
        This email was changed without your password. Until you confirm it, you cannot use it to get
        a new password or to log in through a provider.
      </p>
      {confirming ? (
        <OwnPasswordForm
          send={send}
          hint="If you have none yet, ask an admin to confirm your email"
          autoFocus
          className="grid gap-3"
        >
          <div className="flex gap-3">
            <Button type="submit" busy={send.isPending}>
              Confirm
            </Button>
            <Button kind="quiet" onClick={() => setConfirming(false)}>
              Cancel
            </Button>
          </div>
        </OwnPasswordForm>
      ) : (
        <div>
          <Button kind="quiet" small onClick={() => setConfirming(true)}>
            Confirm with your password
          </Button>
        </div>
      )}
    </div>
  );
}
