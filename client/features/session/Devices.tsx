import { type Answers, api, utils } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { Section } from "../../ui/Section.tsx";
import { CredentialItem } from "./CredentialItem.tsx";

/** The devices on which the person is signed in; each other one can be signed out separately. */
export function Devices() {
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
