import { startRegistration } from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { api, refreshes, settles, utils } from "../../trpc.ts";
import { QuietButton, QuietLink } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Field } from "../../ui/Field.tsx";
import { FocusedSection } from "../../ui/FocusedSection.tsx";
import { Form } from "../../ui/Form.tsx";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { Credentials, MadeAndUsed } from "./Credentials.tsx";
import { hasPasskeys, passkeyWords } from "./passkey.ts";
import { noFields } from "./reauthentication.ts";
import { SecondStepSettings } from "./SecondStepSettings.tsx";
import { takeSession, useSession } from "./session.ts";

export function SignIns() {
  const router = useRouter();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const isAdmin = useSession()?.userRole === "admin";
  const send = api.member.session.signOutEverywhere.useMutation({
    onSuccess: async () => {
      await router.navigate({ to: "/" });
      takeSession(null);
    },
  });
  return (
    <>
      <Section title="Signing in" className="mt-10 print:hidden">
        <div className="mt-4 flex flex-wrap gap-3">
          <QuietLink to="/change-password" search={{ to: here }}>
            Change password
          </QuietLink>
          <ConfirmDialog
            trigger={<QuietButton>Sign out everywhere</QuietButton>}
            title="Sign out everywhere?"
            action="Sign out"
            onConfirm={() => send.mutateAsync()}
          >
            You have to log in again on this device and on every other one. Your tokens for programs
            stop working.
          </ConfirmDialog>
        </div>
      </Section>
      <SecondStepSettings />
      <Passkeys />
      <Devices />
      <Tokens always={isAdmin} />
      <Missing />
    </>
  );
}

/** One message for everything above that could not be loaded. */
function Missing() {
  const failed = [
    api.member.factors.own.useQuery(),
    api.member.session.devices.useQuery(),
    api.member.session.tokens.useQuery(),
  ].filter(({ data, error }) => error && !data);
  if (!failed[0]) return null;
  return (
    <div className="print:hidden *:mx-0 *:px-0 *:pt-10 *:pb-0">
      <ErrorState
        title="Your ways of signing in could not be loaded"
        error={failed[0].error}
        retry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    </div>
  );
}

function Devices() {
  const { data: devices } = api.member.session.devices.useQuery();
  const send = api.member.session.signOutDevice.useMutation(settles(utils.member.session.devices));
  if (!devices) return null;
  return (
    <Credentials
      title="My devices"
      note="You are signed in on these devices. If you do not know one of them, sign it out and change your password."
      rows={devices.map(({ id, device, address, lastSeenAt, here }) => ({
        id,
        label: device,
        known: (
          <>
            {here ? "this device" : <Moment before="last seen " at={lastSeenAt} />}
            {address && `, from ${address}`}
          </>
        ),
        stays: here,
      }))}
      verb="Sign out"
      question={(label) => `Sign out ${label}?`}
      consequences="Whoever uses it has to log in again. Your other devices stay signed in."
      end={send.mutateAsync}
    />
  );
}

function Passkeys() {
  const { data: ways } = api.public.session.ways.useQuery();
  return hasPasskeys(ways?.passkeys) ? <OwnPasskeys /> : null;
}

function OwnPasskeys() {
  const { data: passkeys = [] } = api.member.passkeys.own.useQuery();
  const send = api.member.passkeys.add.useMutation(refreshes(utils.member.passkeys.own));
  const make = useMutation({
    mutationFn: async (options: unknown) =>
      send.mutateAsync({
        response: (await startRegistration({ optionsJSON: options as never })) as never,
      }),
  });
  const begin = api.member.passkeys.beginAdding.useMutation({
    onSuccess: (options) => make.mutate(options),
  });
  const remove = api.member.passkeys.remove.useMutation(settles(utils.member.passkeys.own));
  return (
    <Credentials
      title="Passkeys"
      note="With a passkey you log in with your fingerprint, your face or the PIN of your device, and need no password."
      rows={passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({
        id,
        label,
        known: <MadeAndUsed at={createdAt} used={lastUsedAt} />,
      }))}
      verb="Remove"
      question={(label) => `Remove the passkey of ${label}?`}
      consequences="Nobody can log in with it any more. The device may still offer it, so delete it there too."
      end={remove.mutateAsync}
    >
      <Form schema={noFields} send={begin} className="mt-4 grid max-w-md gap-4">
        <Submit kind="quiet" className="justify-self-start" busy={make.isPending}>
          Make a passkey on this device
        </Submit>
      </Form>
      <Failure error={make.error} words={passkeyWords} className="mt-3" />
    </Credentials>
  );
}

const newBearer = async () =>
  (await import("../../../server/features/account/session/schema.ts")).newBearer;

/** @param always shows the section even without tokens, with the button to make one */
function Tokens({ always }: { always: boolean }) {
  const { data: tokens } = api.member.session.tokens.useQuery();
  const send = api.member.session.revokeToken.useMutation(settles(utils.member.session.tokens));
  if (!tokens || (tokens.length === 0 && !always)) return null;
  return (
    <Credentials
      title="Tokens for programs"
      note="A program with one of these tokens can do everything you can. Revoke the ones you no longer use."
      rows={tokens.map(({ id, label, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        label,
        known: (
          <>
            <MadeAndUsed at={createdAt} used={lastUsedAt} />,{" "}
            {Date.parse(expiresAt) > Date.now() ? "ends" : "ended"} <Moment at={expiresAt} />
          </>
        ),
      }))}
      verb="Revoke"
      question={(label) => `Revoke ${label}?`}
      consequences="The program that uses it can no longer get in."
      end={send.mutateAsync}
    >
      {always && <NewToken />}
    </Credentials>
  );
}

function NewToken() {
  const [made, setMade] = useState<string>();
  const send = api.member.session.makeToken.useMutation({
    onSuccess: ({ token }) => {
      setMade(token);
      return utils.member.session.tokens.invalidate();
    },
  });
  if (made)
    return (
      <FocusedSection label="Your new token">
        <div className="mt-5 grid max-w-xl gap-3">
          <p role="status">This token is shown only once. Copy it into your program now.</p>
          <CopyField label="Token" value={made} action="Copy the token">
            <QuietButton onClick={() => setMade(undefined)}>Done</QuietButton>
          </CopyField>
        </div>
      </FocusedSection>
    );
  return (
    <Form schema={newBearer} send={send} className="mt-5 grid max-w-md gap-4">
      <Field
        label="What will use it?"
        data-label="The name"
        name="label"
        hint="A name that you will recognise, such as gate screen"
      />
      <Submit kind="quiet" className="justify-self-start">
        Make a token
      </Submit>
    </Form>
  );
}
