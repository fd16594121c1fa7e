import { useMutation } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { getMutationKey } from "@trpc/react-query";
import { CircleAlert } from "lucide-react";
import { lazy, Suspense, use, useEffect, useState } from "react";
import { api, client, reasonOf, wordsOf } from "../../trpc.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form, FormComplaints } from "../../ui/Form.tsx";
import { FormCard } from "../../ui/ShortPage.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TextAnchor, TextLink } from "../../ui/TextLink.tsx";
import { UsernameField, WhomToAsk } from "./loginParts.tsx";
import {
  homeOf,
  keptSession,
  pageWanted,
  providerAddress,
  type Session,
  SignInNotKept,
  safeRedirect,
  takeSession,
  useSession,
} from "./session.ts";

/** People who were asked for the code of their second step must type it. */
const signIn = (second: boolean) => async () => {
  const { signIn, secondStep } = await import("../../../server/features/account/session/schema.ts");
  return second ? signIn.extend(secondStep.shape) : signIn;
};

/** For people whom a provider sent back without a sign-in, and for servers with passkeys. */
const LoginAlternatives = lazy(() => import("./LoginAlternatives.tsx"));
const SecondStep = lazy(() => import("./SecondStep.tsx"));

type Typed = Parameters<typeof client.public.session.signIn.mutate>[0];

interface Search {
  to?: string | undefined;
  problem?: string | undefined;
}

export const Route = createFileRoute("/_public/login")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...safeRedirect(search),
    problem: search.problem as string | undefined,
  }),
  staticData: { title: "Login" },
  component: Login,
});

function Refused({ failure }: { failure: unknown }) {
  const isWrong = Object.keys(use(FormComplaints) ?? {}).length > 0;
  if (failure instanceof SignInNotKept)
    return (
      <div role="alert" className="font-medium text-danger">
        Your password is right, but this browser did not keep the login. Allow cookies for this
        address, or open the address that your building uses.
      </div>
    );
  const isAuthError = reasonOf(failure)?.code.startsWith("auth.");
  return (
    <div role="alert" hidden={failure === null || isWrong}>
      <p className="flex gap-1.5 font-medium text-danger">
        <CircleAlert className="mt-0.5 size-5 shrink-0" />
        {isAuthError ? wordsOf(failure) : "Invalid email or password"}
      </p>
      {reasonOf(failure)?.code === "auth.too_many" && <WhomToAsk />}
      {failure !== null && !isAuthError && <p>This may not be your mistake. {wordsOf(failure)}</p>}
    </div>
  );
}

/** Whether something was typed on the page that the login leads back to, before a session ended. */
function useKeptDraft(to: string | undefined): boolean {
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    if (!to) return;
    const page = new URL(to, window.location.origin).pathname;
    // A note that cannot be loaded is not missed.
    import("../../ui/draft.tsx")
      .then(({ hasDraft }) => setIsKept(hasDraft(page)))
      .catch(() => undefined);
  }, [to]);
  return isKept;
}

function Login() {
  const router = useRouter();
  const { to, problem } = Route.useSearch();
  const session = useSession();
  const ways = api.public.session.ways.useQuery();
  const [failure, setFailure] = useState<unknown>(null);
  const [second, setSecond] = useState(false);
  const isTypedKept = useKeptDraft(to);
  const refuse = (error: unknown) => {
    if (!second && reasonOf(error)?.code === "auth.code_needed") setSecond(true);
    else setFailure(error);
  };
  const enter = (entered: Session) => {
    takeSession(entered);
    router.history.replace(to ?? homeOf(entered));
  };
  const send = useMutation({
    mutationKey: getMutationKey(api.public.session.signIn),
    mutationFn: async (typed: Typed) =>
      keptSession(await client.public.session.signIn.mutate(typed)),
    onMutate: () => setFailure(null),
    onSuccess: enter,
  });

  const before = (problem || ways.data?.passkeys) && (
    <Suspense>
      <LoginAlternatives enter={enter} />
    </Suspense>
  );
  // Only the second step is missing, even if somebody else is logged in here.
  if (problem === "auth.code_needed")
    return (
      <FormCard withBuilding title="Login">
        {before}
      </FormCard>
    );
  if (session && !send.isSuccess) {
    const wanted = pageWanted(session, to);
    return (
      <FormCard withBuilding title="Login">
        <p className="mb-5">You are already logged in</p>
        {wanted ? (
          <Button onClick={() => router.history.replace(wanted)}>Continue</Button>
        ) : (
          <ButtonLink to={homeOf(session)}>Go to your dashboard</ButtonLink>
        )}
      </FormCard>
    );
  }
  return (
    <FormCard withBuilding title="Login">
      {before}
      {isTypedKept && (
        <p role="status" className="mb-5">
          What you typed is kept. Log in to go on with it.
        </p>
      )}
      <Form schema={signIn(second)} send={send} onRefusal={refuse}>
        <UsernameField />
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
        {second && (
          <Suspense>
            <SecondStep refused={failure !== null} />
          </Suspense>
        )}
        <Refused failure={failure} />
        <Submit busy={send.isSuccess}>Login</Submit>
      </Form>
      <div className="mt-3 flex flex-wrap justify-between gap-x-6">
        <TextLink to="/forgot-password">Forgot your password?</TextLink>
        {/* Recovery codes are on paper too, and do not work there. */}
        {!second && <TextLink to="/join">I have a code on paper</TextLink>}
        {ways.data?.oidc && (
          <TextAnchor href={providerAddress(to)}>Log in with your provider</TextAnchor>
        )}
      </div>
    </FormCard>
  );
}
