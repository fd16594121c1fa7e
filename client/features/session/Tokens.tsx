import { useState } from "react";
import { type Answers, api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { MadeAndUsed, WayIn } from "./WayIn.tsx";

const newBearer = () =>
  import("../../../server/features/session/schema.ts").then((schemas) => schemas.newBearer);

/**
 * The bearer tokens with which a person's own programs may call the building's server.
 * @param always also without any, with the way to make one: most people never need to see this
 */
export function Tokens({ always }: { always: boolean }) {
  const { data: tokens } = api.member.session.tokens.useQuery();
  if (!tokens || (tokens.length === 0 && !always)) return null;
  return (
    <section aria-labelledby="tokens" className="mt-10 max-w-3xl print:hidden">
      <h2 id="tokens" className="text-xl">
        Tokens for programs
      </h2>
      <p className="mt-1.5 text-soft">
        A program that sends one may do all that you may. Revoke what is not used any more.
      </p>
      {tokens.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {tokens.map((token) => (
            <Token key={token.id} token={token} />
          ))}
        </ul>
      )}
      {always && <NewToken />}
    </section>
  );
}

type Token = Answers["member"]["session"]["tokens"][number];

function Token({ token: { id, label, createdAt, lastUsedAt } }: { token: Token }) {
  const cache = api.useUtils();
  const send = api.member.session.revokeToken.useMutation({
    onSettled: () => cache.member.session.tokens.invalidate(),
  });
  return (
    <WayIn
      label={label}
      known={<MadeAndUsed at={createdAt} used={lastUsedAt} />}
      verb="Revoke"
      title={`Revoke ${label}?`}
      end={() => send.mutateAsync({ id })}
    >
      The program that uses it is refused from now on.
    </WayIn>
  );
}

function NewToken() {
  const cache = api.useUtils();
  const [made, setMade] = useState<string>();
  const send = api.member.session.makeToken.useMutation({
    onSuccess: ({ token }) => {
      setMade(token);
      return cache.member.session.tokens.invalidate();
    },
  });
  if (made)
    return (
      <div className="mt-5 grid max-w-xl gap-3">
        <p role="status">This token is shown once. Put it where the program reads it.</p>
        <CopyField label="Token" value={made} action="Copy the token">
          <Button kind="quiet" onClick={() => setMade(undefined)}>
            Done
          </Button>
        </CopyField>
      </div>
    );
  return (
    <Form schema={newBearer} send={send} className="mt-5 grid max-w-md gap-4">
      <Field
        label="What will use it?"
        name="label"
        hint="A name you will know it by, such as gate screen"
        autoComplete="off"
      />
      <PasswordAgain error={send.error} />
      <Button type="submit" kind="quiet" busy={send.isPending} className="justify-self-start">
        Make a token
      </Button>
    </Form>
  );
}
