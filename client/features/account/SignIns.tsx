import { useLocation, useRouter } from "@tanstack/react-router";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Section } from "../../ui/Section.tsx";
import { CredentialItem } from "./CredentialItem.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { SecondStepSettings } from "./SecondStepSettings.tsx";
import { takeSession, useSession } from "./session.ts";
import { Tokens } from "./Tokens.tsx";

/** The end of a person's own profile: the password, the other devices, and tokens for programs. */
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
          <ButtonLink kind="quiet" to="/change-password" search={{ to: here }}>
            Change password
          </ButtonLink>
          <ConfirmDialog
            trigger={<Button kind="quiet">Sign out everywhere</Button>}
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

/** The devices on which the person is signed in; each other one can be signed out separately. */
function Devices() {
  const { data: devices } = api.member.session.devices.useQuery();
  if (!devices) return null;
  return (
    <Section
      title="My devices"
      note="You are signed in on these devices. If you do not know one of them, sign it out and change your password."
      className="mt-10 max-w-3xl print:hidden"
    >
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
    </Section>
  );
}

type Device = Answers["member"]["session"]["devices"][number];

function Device({ device: { id, device, address, lastSeenAt, here } }: { device: Device }) {
  const send = api.member.session.signOutDevice.useMutation({
    onSettled: () => utils.member.session.devices.invalidate(),
  });
  const seen = here ? (
    "this device"
  ) : (
    <>
      last seen <Moment at={lastSeenAt} />
    </>
  );
  return (
    <CredentialItem
      label={device}
      known={
        <>
          {seen}
          {address && `, from ${address}`}
        </>
      }
      verb="Sign out"
      title={`Sign out ${device}?`}
      end={here ? undefined : () => send.mutateAsync({ id })}
    >
      Whoever uses it has to log in again. Your other devices stay signed in.
    </CredentialItem>
  );
}
