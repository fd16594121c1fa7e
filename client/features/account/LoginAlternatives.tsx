import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import type { ErrorCode } from "../../../server/errors.ts";
import { api } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Form } from "../../ui/Form.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TextAnchor, TextLink } from "../../ui/TextLink.tsx";
import { hasPasskeys, passkeyWords, signWithPasskey } from "./passkey.ts";
import SecondStep from "./SecondStep.tsx";
import { providerAddress, type Session } from "./session.ts";

const problems: Partial<Record<ErrorCode | "not_kept", string>> = {
  not_kept:
    "Your password is set, but this browser did not keep the login. Allow cookies for this address, or open the address that your building uses.",
  "auth.oidc_unavailable":
    "Your provider does not answer. Log in with your password, or try later.",
  "auth.oidc_refused": "Your provider did not let you in. Try again, or log in with your password.",
  "auth.oidc_unknown_email":
    "Your provider gave us an email address that nobody here has. Ask an admin to add it.",
  "request.too_many": "Too many sign-ins have begun from here. Try again in a minute.",
};

/** Above the login form the other ways to sign in, or in its place the provider's second step. */
export default function LoginAlternatives({ enter }: { enter: (session: Session) => void }) {
  const { problem } = useSearch({ from: "/_public/login" });
  const { data: ways } = api.public.session.ways.useQuery();
  if (problem === "auth.code_needed") return <ProviderStep enter={enter} />;
  const words = problem && problems[problem as keyof typeof problems];
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

function PasskeyLogin({ enter }: { enter: (session: Session) => void }) {
  const send = api.public.passkeys.signIn.useMutation({ onSuccess: enter });
  const ask = useMutation({
    mutationFn: async () => send.mutateAsync({ response: (await signWithPasskey()) as never }),
  });
  return (
    <div className="mb-6 grid gap-3">
      <QuietButton busy={ask.isPending || ask.isSuccess} onClick={() => ask.mutate()}>
        <KeyRound className="size-5" />
        Log in with a passkey
      </QuietButton>
      <Failure error={ask.error} words={passkeyWords} />
      <p className="flex items-center gap-3 text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </div>
  );
}

const secondStep = async () =>
  (await import("../../../server/features/account/session/schema.ts")).secondStep;

/** Asks people confirmed by a provider for the code of their second step, and nothing else. */
function ProviderStep({ enter }: { enter: (session: Session) => void }) {
  const { to } = useSearch({ from: "/_public/login" });
  const send = api.public.session.secondStep.useMutation({ onSuccess: enter });
  return (
    <>
      <Form schema={secondStep} send={send}>
        <SecondStep proven="Your provider has confirmed who you are." refused={send.isError} />
        <Submit busy={send.isSuccess}>Login</Submit>
      </Form>
      <div className="mt-3 flex flex-wrap justify-between gap-x-6">
        <TextAnchor href={providerAddress(to)}>Start again with your provider</TextAnchor>
        <TextLink to="/login" search={{ to }}>
          Log in with your password
        </TextLink>
      </div>
    </>
  );
}
