import { startAuthentication, WebAuthnError } from "@simplewebauthn/browser";
import { client, wordsOf } from "../../trpc.ts";

/** Whether this browser supports passkeys here: over HTTPS, on the host name they are for. */
export const hasPasskeys = (site: string | null | undefined): boolean =>
  site === location.hostname && "PublicKeyCredential" in window;

export async function signWithPasskey() {
  const optionsJSON = await client.public.passkeys.begin.mutate();
  return startAuthentication({ optionsJSON: optionsJSON as never });
}

export function passkeyWords(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return "This device already has a passkey for you.";
  if (error instanceof Error && /^(NotAllowed|Abort|InvalidState|Security)Error$/.test(error.name))
    return "Your device did not finish, or it has no passkey for this building. Try again.";
  return wordsOf(error);
}
