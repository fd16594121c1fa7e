import { useState } from "react";
import { api, client, utils } from "../../trpc.ts";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { offerUndo } from "../../ui/undo.ts";

const newAnnouncement = () =>
  import("../../../server/features/announcements/schema.ts").then(
    (schemas) => schemas.newAnnouncement,
  );

/**
 * The form for an announcement: one line until somebody writes in it, and on phones without its
 * button until then. Once it is posted, the field is empty for the next.
 */
export function PostAnnouncement({ as: role }: { as: "admin" | "staff" }) {
  const refresh = () =>
    Promise.all([
      utils.member.announcements.invalidate(),
      utils.admin.dashboard.firstSteps.invalidate(),
    ]);
  const send = api[role].announcements.post.useMutation({
    onSuccess: ({ id: announcementId, message }) => {
      offerUndo(announcementId, {
        said: "Posted",
        undo: async () => {
          await client[role].announcements.undo.mutate({ announcementId });
          setAgain(message);
          await refresh();
        },
      });
      return refresh();
    },
  });
  const [used, setUsed] = useState(false);
  /** The announcement that was taken back, to be corrected. */
  const [again, setAgain] = useState("");
  return (
    <section aria-label="Post Announcement">
      <Form
        key={again}
        schema={newAnnouncement}
        send={send}
        clears
        className="group grid max-w-3xl items-start gap-3 sm:grid-cols-[1fr_auto]"
      >
        <TextField
          label="Message"
          name="message"
          placeholder="Type your message here..."
          unlabelled
          defaultValue={again}
          rows={used ? 4 : 1}
          onFocus={() => setUsed(true)}
        />
        <Submit
          className={`justify-self-start ${used ? "" : "max-sm:group-has-placeholder-shown:hidden"}`}
        >
          Post Announcement
        </Submit>
      </Form>
    </section>
  );
}
