import { useSearch } from "@tanstack/react-router";
import type { ErrorCode } from "../../../server/errors.ts";
import { api } from "../../trpc.ts";
import { PasskeyLogin } from "./PasskeyLogin.tsx";
import { ProviderStep } from "./ProviderStep.tsx";
import { hasPasskeys } from "./passkey.ts";
import type { Session } from "./session.ts";

/** The errors that a return from an outside provider may bring. */
const problems: Partial<Record<ErrorCode, string>> = {
  "auth.oidc_unavailable":
    "Your provider does not answer. Log in with your password, or try later.",
  "auth.oidc_refused": "Your provider did not let you in. Try again, or log in with your password.",
  "auth.oidc_unknown_email":
    "Your provider gave us an email address that nobody here has. Ask an admin to add it.",
};

/**
 * Shown above the login form if there is another way to sign in; replaces the form after the
 * provider has confirmed the person.
 */
export default function LoginAlternatives({ enter }: { enter: (session: Session) => void }) {
  const { problem } = useSearch({ from: "/_public/login" });
  const { data: ways } = api.public.session.ways.useQuery();
  if (problem === "auth.code_needed") return <ProviderStep enter={enter} />;
  const words = problem && problems[problem as ErrorCode];
  return (
    <>
      {words && (
        <p role="alert" className="mb-5 font-medium text-danger">
          {words}
        </p>
      )}
      {hasPasskeys(ways?.passkeys) && <PasskeyLogin enter={enter} />}
    </>
  );
}
