import { useState } from "react";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { Day } from "../../ui/DateTime.tsx";
import { Field } from "../../ui/Field.tsx";
import { FocusedSection } from "../../ui/FocusedSection.tsx";
import { Form } from "../../ui/Form.tsx";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { CredentialItem, MadeAndUsed } from "./CredentialItem.tsx";

const newBearer = () =>
  import("../../../server/features/account/session/schema.ts").then((schemas) => schemas.newBearer);

/**
 * The bearer tokens with which a person's own programs may call the server.
 * @param always shows the section even without tokens, with the button to make one: most people
 * never need it
 */
export function Tokens({ always }: { always: boolean }) {
  const { data: tokens } = api.member.session.tokens.useQuery();
  if (!tokens || (tokens.length === 0 && !always)) return null;
  return (
    <Section
      title="Tokens for programs"
      note="A program with one of these tokens can do everything you can. Revoke the ones you no longer use."
      className="mt-10 max-w-3xl print:hidden"
    >
      {tokens.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {tokens.map((token) => (
            <Token key={token.id} token={token} />
          ))}
        </ul>
      )}
      {always && <NewToken />}
    </Section>
  );
}

type Token = Answers["member"]["session"]["tokens"][number];

function Token({ token }: { token: Token }) {
  const { id, label, createdAt, lastUsedAt, expiresAt } = token;
  const send = api.member.session.revokeToken.useMutation({
    onSettled: () => utils.member.session.tokens.invalidate(),
  });
  return (
    <CredentialItem
      label={label}
      known={
        <>
          <MadeAndUsed at={createdAt} used={lastUsedAt} />,{" "}
          {Date.parse(expiresAt) > Date.now() ? "ends" : "ended"}{" "}
          <Day on={expiresAt.slice(0, 10)} />
        </>
      }
      verb="Revoke"
      title={`Revoke ${label}?`}
      end={() => send.mutateAsync({ id })}
    >
      The program that uses it can no longer get in.
    </CredentialItem>
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
            <Button kind="quiet" onClick={() => setMade(undefined)}>
              Done
            </Button>
          </CopyField>
        </div>
      </FocusedSection>
    );
  return (
    <Form schema={newBearer} send={send} className="mt-5 grid max-w-md gap-4">
      <Field
        label="What will use it?"
        name="label"
        hint="A name that you will recognise, such as gate screen"
        autoComplete="off"
      />
      <Submit kind="quiet" className="justify-self-start">
        Make a token
      </Submit>
    </Form>
  );
}
