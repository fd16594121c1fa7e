import { createFileRoute, useRouter } from "@tanstack/react-router";
import { api } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { FocusedSection } from "../../ui/FocusedSection.tsx";
import { Form } from "../../ui/Form.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { FormCard } from "../../ui/ShortPage.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TextAnchor } from "../../ui/TextLink.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { noFields } from "./reauthentication.ts";
import { homeOf, safeRedirect, signedIn, takeSession } from "./session.ts";

const firstCode = async () =>
  (await import("../../../server/features/account/schema.ts")).firstCode;

export const Route = createFileRoute("/_public/second-step")({
  validateSearch: safeRedirect,
  staticData: { title: "Second step" },
  loader: ({ location }) => signedIn(location),
  component: SetUpStep,
});

function SetUpStep() {
  const router = useRouter();
  const { to } = Route.useSearch();
  const session = Route.useLoaderData();
  const own = api.member.factors.own.useQuery();
  const begin = api.member.factors.begin.useMutation();
  const send = api.member.factors.turnOn.useMutation();
  const leave = () => {
    takeSession({ ...session, lacksSecondStep: false });
    router.history.replace(to ?? homeOf(session));
  };

  if (send.data)
    return (
      <FormCard title="Keep these codes">
        <RecoveryCodes codes={send.data.codes} done={leave} />
      </FormCard>
    );
  if (own.data?.on)
    return (
      <FormCard title="Second step">
        <p className="mb-5">Your second step is already set up. You can find it on your profile.</p>
        <Button onClick={leave}>Continue</Button>
      </FormCard>
    );
  return (
    <FormCard title="Set up a second step">
      {session.lacksSecondStep && (
        <p className="mb-4 font-medium">Admins of this building log in with a second step.</p>
      )}
      <p className="mb-5">
        As well as your password, you then type a code that an app on your phone shows. Any
        authenticator app works, such as Google Authenticator or Aegis. It needs no internet.
      </p>
      {own.error && <ErrorState error={own.error} retry={own.refetch} />}
      {own.isPending && <Spinner />}
      {own.data && !begin.data && (
        <Form schema={noFields} send={begin}>
          <div className="flex flex-wrap gap-3">
            <Submit>I have such an app</Submit>
            {!session.lacksSecondStep && <QuietButton onClick={leave}>Not now</QuietButton>}
          </div>
        </Form>
      )}
      {begin.data && (
        <FocusedSection label="Scan the picture and type the code">
          <Form schema={firstCode} send={send}>
            <div>
              <p className="font-semibold">1. Scan this with the app, or open the app here</p>
              <QrCode
                svg={begin.data.qr}
                alt="QR code for an authenticator app"
                className="mt-2 mb-4 size-60"
              />
              <p className="mb-2">
                <TextAnchor href={begin.data.uri}>Open the app on this phone</TextAnchor>
              </p>
              <details>
                <summary className="min-h-11 cursor-pointer py-2 font-semibold text-clay">
                  I cannot scan it
                </summary>
                <CopyField
                  label="Key to type into the app"
                  value={begin.data.secret}
                  action="Copy the key"
                />
              </details>
            </div>
            <Field
              label="2. Type the code it shows"
              data-label="The code"
              name="code"
              hint="6 digits. A new code comes every half minute."
              inputMode="numeric"
              autoComplete="one-time-code"
              data-secret
            />
            <Submit>Turn it on</Submit>
          </Form>
        </FocusedSection>
      )}
    </FormCard>
  );
}
