import { type Answers, api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Moment } from "../../ui/Moment.tsx";

/** Where one is signed in; each other device can be signed out by itself. */
export function Devices() {
  const { data: devices, error, refetch } = api.member.session.devices.useQuery();
  if (error && !devices) return <ErrorState error={error} retry={refetch} />;
  if (!devices) return null;
  return (
    <section aria-labelledby="devices" className="mt-10 max-w-3xl print:hidden">
      <h2 id="devices" className="text-xl">
        My devices
      </h2>
      <p className="mt-1.5 text-soft">
        Where you are signed in. If you do not know one of them, sign it out and change your
        password.
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
    </section>
  );
}

type Device = Answers["member"]["session"]["devices"][number];

function Device({ device: { id, device, address, lastSeenAt, here } }: { device: Device }) {
  const cache = api.useUtils();
  const send = api.member.session.signOutDevice.useMutation({
    onSettled: () => cache.member.session.devices.invalidate(),
  });
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 break-words">
        <b className="font-semibold">{device}</b>
        <span className="block text-sm text-soft">
          {here ? (
            "this device"
          ) : (
            <>
              last seen <Moment at={lastSeenAt} />
            </>
          )}
          {address && ` from ${address}`}
        </span>
      </span>
      {!here && (
        <ConfirmDialog
          trigger={
            <Button kind="quiet" small>
              Sign out<span className="sr-only"> {device}</span>
            </Button>
          }
          title={`Sign out ${device}?`}
          action="Sign out"
          onConfirm={() => send.mutateAsync({ id })}
        >
          Whoever uses it has to log in again. Your other devices stay signed in.
        </ConfirmDialog>
      )}
    </li>
  );
}
