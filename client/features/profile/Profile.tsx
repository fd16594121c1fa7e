import type { ComponentProps } from "react";
import type { Answers } from "../../trpc.ts";
import { Fact, InlineEdit } from "../../ui/InlineEdit.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { OwnData } from "../privacy/OwnData.tsx";
import { SignIns } from "../session/SignIns.tsx";
import { UnprovenEmail } from "./UnprovenEmail.tsx";

const profileUpdate = () =>
  import("../../../server/features/profile/schema.ts").then((schemas) => schemas.profileUpdate);

type Send = ComponentProps<typeof InlineEdit<Awaited<ReturnType<typeof profileUpdate>>>>["send"];

interface Props {
  title: string;
  profile: Answers["admin"]["profile"]["get"];
  send: Send;
  /** The person's id, when an admin edits somebody else's profile. */
  also: { profileId?: string };
}

/** What people may change about themselves. */
const contacts = [
  { label: "Cell Phone", name: "cellPhone", type: "tel", autoComplete: "tel" },
  { label: "Email", name: "email", type: "email", autoComplete: "email" },
] as const;

/** A contact card. The name is fixed; pressing cell phone or email edits them. */
export const Profile = ({ title, profile, send, also }: Props) => (
  <>
    <PageHeader title={title} />
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
    {!also.profileId && <SignIns />}
    {!also.profileId && <OwnData profileId={profile.id} />}
  </>
);
