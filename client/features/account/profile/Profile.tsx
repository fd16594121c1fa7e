import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, utils } from "../../../trpc.ts";
import { Button } from "../../../ui/Button.tsx";
import { Fact, InlineEdit } from "../../../ui/InlineEdit.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Submit } from "../../../ui/Submit.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { OwnPasswordForm } from "../OwnPasswordForm.tsx";
import { SignIns } from "../SignIns.tsx";
import type { UserRole } from "../session.ts";
import { OwnData } from "./OwnData.tsx";

const profileUpdate = () =>
  import("../../../../server/features/account/schema.ts").then((schemas) => schemas.profileUpdate);

/** The contacts that people may change themselves. */
const contacts = [
  { label: "Cell Phone", name: "cellPhone", type: "tel", autoComplete: "tel" },
  { label: "Email", name: "email", type: "email", autoComplete: "email" },
] as const;

/**
 * A contact card. The name is fixed; pressing cell phone or email edits them. With `profileId` in the
 * URL an admin edits somebody else's.
 */
export function Profile({ as: role, title }: { as: UserRole; title: string }) {
  const also = { profileId: useSearch({ strict: false }).profileId };
  const [profile] = api[role].profile.get.useSuspenseQuery(also);
  const send = api[role].profile.update.useMutation({
    onSuccess: (saved) => utils[role].profile.get.setData(also, saved),
  });
  return (
    <>
      <PageHeader title={title}>
        {role === "resident" && (
          <TextLink to="/resident/about-me" search={also}>
            What the building knows of you
          </TextLink>
        )}
      </PageHeader>
      <div className="grid max-w-3xl gap-x-6 gap-y-3 *:min-w-0 xs:grid-cols-2 sm:gap-x-10 sm:gap-y-5">
        <Fact label="Name">{profile.name}</Fact>
        <Fact label="Surname">{profile.surname}</Fact>
        <Fact label="Roles">{profile.role}</Fact>
        <Fact label="Username">{profile.username}</Fact>
        <Fact label="Address">{profile.address}</Fact>
        {contacts.map(({ name, ...contact }) => (
          <div key={name} className="max-sm:col-span-full">
            <InlineEdit
              {...contact}
              name={name}
              value={profile[name]}
              schema={profileUpdate}
              send={send}
              also={also}
            />
            {name === "email" && profile.emailUnproven && (
              <UnprovenEmail own={!also.profileId} name={profile.name} />
            )}
          </div>
        ))}
      </div>
      {role === "resident" && (
        <p className="mt-6">
          <TextLink to="/resident/changes" search={also}>
            Announce a new owner, or who moves in or out
          </TextLink>
        </p>
      )}
      {!also.profileId && <SignIns />}
      {!also.profileId && <OwnData profileId={profile.id} />}
    </>
  );
}

interface UnprovenProps {
  own: boolean;
  /** The name of the person with this address. */
  name: string;
}

/** Shown under a changed, unconfirmed email if the server mails or accepts a provider's emails. */
function UnprovenEmail({ own, name }: UnprovenProps) {
  const ways = api.public.session.ways.useQuery();
  const [confirming, setConfirming] = useState(false);
  const send = api.member.profile.confirmEmail.useMutation({
    // The card is the same for all roles, so all profiles are fetched again.
    onSuccess: () => utils.invalidate(),
  });
  if (!ways.data?.mail && !ways.data?.oidc) return null;
  if (!own)
    return (
      <p className="mt-1 text-sm text-soft">
        {name} changed this email without typing their password, so we mail no password links to it.
        If it is right, click it and then press Update.
      </p>
    );
  return (
    <div className="mt-1 grid max-w-md gap-3">
      <p className="text-sm text-soft">
        This email was changed without your password. Until you confirm it, you cannot use it to get
        a new password or to log in through a provider.
      </p>
      {confirming ? (
        <OwnPasswordForm
          send={send}
          hint="If you have none yet, ask an admin to confirm your email"
          autoFocus
          className="grid gap-3"
        >
          <div className="flex gap-3">
            <Submit>Confirm</Submit>
            <Button kind="quiet" onClick={() => setConfirming(false)}>
              Cancel
            </Button>
          </div>
        </OwnPasswordForm>
      ) : (
        <div>
          <Button kind="quiet" small onClick={() => setConfirming(true)}>
            Confirm with your password
          </Button>
        </div>
      )}
    </div>
  );
}
