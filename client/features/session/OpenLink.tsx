import { createFileRoute, useRouter } from "@tanstack/react-router";
import { api, reasonOf, wordsOf } from "../../trpc.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { lookAtLink } from "./lookAtLink.ts";
import { NewPassword } from "./NewPassword.tsx";
import { homeOf, takeSession, useSession } from "./session.ts";

const chosenPassword = () =>
  import("../../../server/features/invites/schema.ts").then((schemas) => schemas.chosenPassword);

// The token stands behind the `#`, so that it reaches no server log.
export const Route = createFileRoute("/_public/link")({
  staticData: { title: "Your link" },
  loader: ({ location: { hash: token } }) => lookAt(token),
  component: OpenLink,
});

/** The link and what it is for, or null when the server says that it does not work. */
async function lookAt(token: string) {
  try {
    return { token, ...(await lookAtLink(token)) };
  } catch (error) {
    const code = reasonOf(error)?.code;
    if (code && code !== "auth.too_many") return null;
    throw error;
  }
}

function OpenLink() {
  const link = Route.useLoaderData();
  if (!link) return <DeadLink />;
  const { token, purpose, name } = link;
  if (purpose === "verify") return <Verify token={token} name={name} />;
  const title = purpose === "invite" ? `Welcome, ${name}` : "Choose a new password";
  return <ChoosePassword token={token} title={title} />;
}

function ChoosePassword({ token, title }: { token: string; title: string }) {
  const router = useRouter();
  const send = api.public.links.setPassword.useMutation({
    onSuccess: (session) => {
      // Who has a second step logs in with it.
      if (!session) return router.history.replace("/login");
      takeSession(session);
      router.history.replace(homeOf(session));
    },
  });
  return (
    <Sheet title={title}>
      <Form schema={chosenPassword} send={send} also={{ token }}>
        <p>Choose the password you will log in with.</p>
        <NewPassword />
        <Button type="submit" busy={send.isPending || send.isSuccess}>
          Set password and log in
        </Button>
      </Form>
    </Sheet>
  );
}

function Verify({ token, name }: { token: string; name: string }) {
  const send = api.public.links.verify.useMutation();
  return (
    <Sheet title={`Hello, ${name}`}>
      {send.data ? (
        <>
          <p role="status" className="mb-5">
            {send.data.message}
          </p>
          <ButtonLink to="/login">Continue</ButtonLink>
        </>
      ) : (
        <>
          <p className="mb-5">One press tells your building that this email address is yours.</p>
          {send.error && (
            <p role="alert" className="mb-5 text-danger">
              {wordsOf(send.error)}
            </p>
          )}
          <Button busy={send.isPending} onClick={() => send.mutate({ token })}>
            Verify my email
          </Button>
        </>
      )}
    </Sheet>
  );
}

function DeadLink() {
  const session = useSession();
  return (
    <Sheet title="This link does not work">
      <p>
        It was used before, has expired, or was not copied whole. Ask an admin of your building for
        a new one, or for a new sheet if it came on paper.
      </p>
      {session ? (
        <TextLink to={homeOf(session)} className="mt-4">
          Go to your dashboard
        </TextLink>
      ) : (
        <TextLink to="/login" className="mt-4">
          Back to Login
        </TextLink>
      )}
    </Sheet>
  );
}
