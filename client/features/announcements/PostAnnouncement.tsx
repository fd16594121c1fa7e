import { api, utils } from "../../trpc.ts";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";

const newAnnouncement = () =>
  import("../../../server/features/announcements/schema.ts").then(
    (schemas) => schemas.newAnnouncement,
  );

/** The form for an announcement. Once it is posted, the field is empty for the next. */
export function PostAnnouncement({ as: role }: { as: "admin" | "staff" }) {
  const send = api[role].announcements.post.useMutation({
    onSuccess: () => utils.member.announcements.invalidate(),
  });
  return (
    <Section title="Post Announcement">
      <Form schema={newAnnouncement} send={send} clears className="mt-4 grid max-w-xl gap-4">
        <TextField label="Message" name="message" placeholder="Type your message here..." />
        <Submit className="justify-self-start">Post Announcement</Submit>
      </Form>
    </Section>
  );
}
