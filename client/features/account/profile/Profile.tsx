import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import { api, client, utils } from "../../../trpc.ts";
import { QuietButton } from "../../../ui/Button.tsx";
import { DataLink } from "../../../ui/DataLink.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { FormButtons } from "../../../ui/FormButtons.tsx";
import { Fact, InlineEdit } from "../../../ui/InlineEdit.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { useFocusBack } from "../../../ui/useFocusBack.ts";
import { OwnPasswordForm } from "../OwnPasswordForm.tsx";
import { SignIns } from "../SignIns.tsx";
import type { UserRole } from "../session.ts";
import { NewsByMail } from "./NewsByMail.tsx";
import { Notifications } from "./Notifications.tsx";

const profileUpdate = async () =>
  (await import("../../../../server/features/account/schema.ts")).profileUpdate;

const contacts = [
  { label: "Cell Phone", name: "cellPhone", type: "tel", autoComplete: "tel" },
  { label: "Email", name: "email", type: "email", autoComplete: "email" },
] as const;

/** Loads what the page shows at once. */
export const loadProfile = (role: UserRole, also: { profileId?: string | undefined }) =>
  Promise.all([
    utils[role].profile.get.ensureData(also),
    ...(also.profileId === undefined
      ? [utils.member.live.byMail.ensureData(), utils.member.live.push.ensureData()]
      : []),
  ]);

/** A contact card. With `profileId` in the URL an admin edits somebody else's. */
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
      {!also.profileId && <NewsByMail email={profile.email} />}
      {!also.profileId && <Notifications />}
      {!also.profileId && <SignIns />}
      {!also.profileId && <OwnData profileId={profile.id} />}
    </>
  );
}

/** Shown under a changed, unconfirmed email if the server mails or accepts a provider's emails. */
function UnprovenEmail({ own, name }: { own: boolean; name: string }) {
  const ways = api.public.session.ways.useQuery();
  const [confirming, setConfirming] = useState(false);
  const opener = useFocusBack(confirming);
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
          <FormButtons leave={() => setConfirming(false)}>Confirm</FormButtons>
        </OwnPasswordForm>
      ) : (
        <div>
          <QuietButton ref={opener} small onClick={() => setConfirming(true)}>
            Confirm with your password
          </QuietButton>
        </div>
      )}
    </div>
  );
}

function OwnData({ profileId }: { profileId: string }) {
  // A mutation, because the number is fetched on request only and never cached.
  const send = useMutation({ mutationFn: () => client.member.privacy.idNumber.query() });
  const number = send.data && (send.data.idNumber || "Not known");
  const toggle = () => (number ? send.reset() : send.mutate());
  return (
    <Section
      title="What is kept about you"
      note="One file has what the building knows about you, and the files you sent. The staff's internal notes on requests are not in it."
      className="mt-10 print:hidden"
    >
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <DataLink profileId={profileId}>
          <Download className="size-5" />
          Download my data
        </DataLink>
        <QuietButton busy={send.isPending} onClick={toggle}>
          {number ? "Hide my ID number" : "Show my ID number"}
        </QuietButton>
        <TextLink to="/privacy">What is kept, and why</TextLink>
      </div>
      <p role="status" className="mt-3 font-semibold tabular-nums empty:hidden">
        {number}
      </p>
      <Failure error={send.error} className="mt-3" />
    </Section>
  );
}
