import type { LinkProps } from "@tanstack/react-router";
import { useState } from "react";
import { maintenanceTypes } from "../../../server/features/people/schema.ts";
import type { Role } from "../../../server/platform/auth/schema.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useBack } from "../../ui/useBack.ts";
import { HandOver } from "./HandOver.tsx";
import { ToPaperInvites } from "./links.tsx";
import { ShareEmail } from "./PersonFields.tsx";

const schemas = () => import("../../../server/features/people/schema.ts");
const signUp = () => schemas().then(({ signUp }) => signUp);
const invitation = () => schemas().then(({ invitation }) => invitation);

interface Props {
  as: Role;
  title: string;
  list: LinkProps["to"];
}

type Made = Answers["admin"]["invites"]["invite"];

/** Goes back one page when done; an invite instead of a password is shown first. */
export function SignUpForm({ as: role, title, list }: Props) {
  const back = useBack(list);
  const [byInvite, setByInvite] = useState(false);
  const [made, setMade] = useState<Made & { name: string; username: string }>();
  const onSuccess = () => void utils.admin.invalidate();
  const send = api.admin.people.signUp.useMutation({ onSuccess });
  const invite = api.admin.invites.invite.useMutation({
    onSuccess: (answer, { name, username }) => {
      setMade({ ...answer, name, username });
      onSuccess();
    },
  });
  if (made)
    return (
      <>
        <PageHeader title={`Invite for ${made.name}`} />
        <HandOver made={made} person={made} />
        <div className="mt-8 flex flex-wrap gap-3 print:hidden">
          <QuietButton onClick={back}>Done</QuietButton>
          <ToPaperInvites />
        </div>
      </>
    );

  const how = byInvite
    ? { schema: invitation, send: invite }
    : { schema: signUp, send, onDone: back };
  const isShared = how.send.error?.data?.reason?.code === "people.email_shared";
  return (
    <>
      <PageHeader
        title={title}
        note={
          byInvite
            ? "You get a link and a QR code to send or print. They use it to choose their own password."
            : "You type their first password. Stoep asks them to choose their own when they first log in."
        }
      />
      <Way byInvite={byInvite} choose={setByInvite} />
      <Form
        {...(how as typeof how & { schema: typeof signUp; send: typeof send })}
        also={{ role }}
        className="grid max-w-3xl gap-5 sm:grid-cols-2"
      >
        <Field label="Name" name="name" />
        <Field label="Surname" name="surname" />
        <Field label="Username" name="username" autoCapitalize="none" spellCheck={false} />
        <Field label="Email" name="email" type="email" />
        {isShared && <ShareEmail />}
        <Field label="Cellphone" name="cellPhone" type="tel" />
        <Field label="ID/Passport number" name="idNumber" />
        <Field label="Apartment/Room Number (optional)" name="address" />
        {role === "Staff" && (
          <SelectField
            label="Maintenance Type"
            name="maintenanceType"
            options={maintenanceTypes}
            placeholder="Choose a type"
          />
        )}
        {!byInvite && (
          <>
            <Field label="Password" name="password" type="password" autoComplete="new-password" />
            <Field
              label="Confirm Password"
              name="confirmPassword"
              type="password"
              autoComplete="new-password"
            />
          </>
        )}
        <FormButtons leave={back}>{byInvite ? "Make the invite" : "Sign Up"}</FormButtons>
      </Form>
    </>
  );
}

/** The choice between a password and an invite. Typed values stay when it changes. */
const Way = ({ byInvite, choose }: { byInvite: boolean; choose: (byInvite: boolean) => void }) => (
  <fieldset className="mb-7">
    <legend className="mb-1.5 font-semibold">How do they get in?</legend>
    <div className="inline-flex flex-wrap gap-1 rounded-xl bg-sunken p-1">
      {[false, true].map((each) => (
        <Button
          key={`${each}`}
          kind={each === byInvite ? "quiet" : "plain"}
          small
          aria-pressed={each === byInvite}
          onClick={() => choose(each)}
        >
          {each ? "An invite" : "A first password"}
        </Button>
      ))}
    </div>
  </fieldset>
);
