import { createFileRoute, useRouter } from "@tanstack/react-router";
import { api, reasonOf, wordsOf } from "../../trpc.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { FocusedSection } from "../../ui/FocusedSection.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormCard } from "../../ui/ShortPage.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { TickField } from "../../ui/TickField.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { beginSession, homeOf, lookAtLink, useSession } from "./session.ts";

const chosenPassword = async () =>
  (await import("../../../server/features/account/schema.ts")).chosenPassword;

// The token is in the fragment, after `#`, so it reaches no server log.
export const Route = createFileRoute("/_public/link")({
  staticData: { title: "Your link" },
  loader: ({ location: { hash: token } }) => lookAt(token),
  component: OpenLink,
});

const unusable =
  "It was already used, has expired, or was not copied completely. If you used it, log in with your password. Otherwise ask an admin of your building for a new one, or for a new sheet if it came on paper.";

async function lookAt(token: string) {
  try {
    return { token, ...(await lookAtLink(token)) };
  } catch (error) {
    const code = reasonOf(error)?.code;
    if (!code || code === "auth.too_many") throw error;
    return { why: code.startsWith("auth.replaced") ? wordsOf(error) : unusable };
  }
}

function OpenLink() {
  const link = Route.useLoaderData();
  if (link.why !== undefined) return <DeadLink why={link.why} />;
  const { token, purpose, name, email, passkeys = 0 } = link;
  if (purpose === "verify") return <Verify token={token} name={name} email={email} />;
  const title = purpose === "invite" ? `Welcome, ${name}` : "Choose a new password";
  return <ChoosePassword token={token} title={title} passkeys={passkeys} />;
}

interface Choice {
  token: string;
  title: string;
  passkeys: number;
}

function ChoosePassword({ token, title, passkeys }: Choice) {
  const router = useRouter();
  const send = api.public.links.setPassword.useMutation({
    // Whoever was signed in here is not any more. People with a second step log in with it.
    onSuccess: async (session) => router.history.replace(await beginSession(session)),
  });
  return (
    <FormCard withBuilding title={title}>
      <Form schema={chosenPassword} send={send} also={{ token }}>
        <p>Choose the password you will log in with.</p>
        <NewPassword />
        {/* A new password alone leaves the passkeys valid, on devices that others may have. */}
        {passkeys > 0 && (
          <TickField
            name="removePasskeys"
            label={
              passkeys === 1 ? "Also remove my passkey" : `Also remove my ${passkeys} passkeys`
            }
            hint="Passkeys log you in without a password, and they keep working after you choose a new one. Remove them if you lost a device, or if somebody else may have made one. You can make new ones on your profile."
          />
        )}
        <Submit busy={send.isSuccess}>Set password and log in</Submit>
      </Form>
    </FormCard>
  );
}

interface Verification {
  token: string;
  name: string;
  email: string | undefined;
}

function Verify({ token, name, email }: Verification) {
  const send = api.public.links.verify.useMutation();
  return (
    <FormCard withBuilding title={`Hello, ${name}`}>
      {send.data ? (
        <FocusedSection label="Your email">
          <p role="status" className="mb-5">
            {send.data.message}
          </p>
          <ButtonLink to="/login">Continue</ButtonLink>
        </FocusedSection>
      ) : (
        <>
          <p>Press the button to tell your building that this email address is yours:</p>
          <p className="mt-1 mb-5 font-semibold wrap-anywhere">{email}</p>
          <Failure error={send.error} className="mb-5" />
          <Button busy={send.isPending} onClick={() => send.mutate({ token })}>
            Verify my email
          </Button>
        </>
      )}
    </FormCard>
  );
}

function DeadLink({ why }: { why: string }) {
  const session = useSession();
  return (
    <FormCard withBuilding title="This link does not work">
      <p>{why}</p>
      <TextLink to={session ? homeOf(session) : "/login"} className="mt-4">
        {session ? "Go to your dashboard" : "Back to Login"}
      </TextLink>
    </FormCard>
  );
}
