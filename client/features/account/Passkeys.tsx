import { useMutation } from "@tanstack/react-query";
import { type Answers, api, utils } from "../../trpc.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Form } from "../../ui/Form.tsx";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { CredentialItem, MadeAndUsed } from "./CredentialItem.tsx";
import { hasPasskeys, makePasskey, passkeyWords } from "./passkey.ts";
import { noFields } from "./reauthentication.ts";

/** The person's passkeys; shown only where the server supports them. */
export function Passkeys() {
  const { data: ways } = api.public.session.ways.useQuery();
  return hasPasskeys(ways?.passkeys) ? <OwnPasskeys /> : null;
}

function OwnPasskeys() {
  const { data: passkeys } = api.member.passkeys.own.useQuery();
  const send = api.member.passkeys.add.useMutation({
    onSuccess: () => utils.member.passkeys.own.invalidate(),
  });
  const make = useMutation({
    mutationFn: async (options: unknown) =>
      send.mutateAsync({ response: (await makePasskey(options)) as never }),
  });
  const begin = api.member.passkeys.beginAdding.useMutation({
    onSuccess: (options) => make.mutate(options),
  });
  return (
    <Section
      title="Passkeys"
      note="With a passkey you log in with your fingerprint, your face or the PIN of your device, and need no password."
      className="mt-10 max-w-3xl print:hidden"
    >
      {passkeys && passkeys.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <Form schema={noFields} send={begin} className="mt-4 grid max-w-md gap-4">
        <Submit kind="quiet" className="justify-self-start" busy={make.isPending}>
          Make a passkey on this device
        </Submit>
      </Form>
      <Failure error={make.error} words={passkeyWords} className="mt-3" />
    </Section>
  );
}

type Passkey = Answers["member"]["passkeys"]["own"][number];

function Passkey({ passkey: { id, label, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const send = api.member.passkeys.remove.useMutation({
    onSettled: () => utils.member.passkeys.own.invalidate(),
  });
  return (
    <CredentialItem
      label={label}
      known={<MadeAndUsed at={createdAt} used={lastUsedAt} />}
      verb="Remove"
      title={`Remove the passkey of ${label}?`}
      end={() => send.mutateAsync({ id })}
    >
      Nobody can log in with it any more. The device may still offer it, so delete it there too.
    </CredentialItem>
  );
}
