import { lazy, Suspense, useRef, useState } from "react";
import type { NoticeInput } from "../../../server/features/announcements/schema.ts";
import { api, client, reasonOf, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { offerUndo } from "../../ui/undo.ts";
import type { ChosenUnits } from "./NoticeDetails.tsx";

const details = () => import("./NoticeDetails.tsx");
const NoticeDetails = lazy(async () => ({ default: (await details()).NoticeDetails }));

const newNotice = async () =>
  (await import("../../../server/features/announcements/schema.ts")).newNotice;

/** As long as the server takes it back. Only its type is imported: the schema is not loaded yet. */
const postUndoMs: typeof import("../../../server/features/announcements/schema.ts").postUndoMs = 60_000;

/**
 * The form for a notice: one line until somebody writes in it, and on phones without its button until
 * then. Once it is posted, the field is empty for the next. Whom it is for, and for how long, is asked of
 * those who want to say it.
 */
export function PostAnnouncement({ as: role }: { as: "admin" | "staff" }) {
  const refresh = () =>
    Promise.all([utils.member.notices.invalidate(), utils.admin.dashboard.firstSteps.invalidate()]);
  const send = api[role].notices.post.useMutation({
    onSuccess: ({ id: announcementId }, sent) => {
      setMore(false);
      setUnits(undefined);
      const undo = async () => {
        const posted = utils.member.notices.mine.getData()?.find(({ id }) => id === announcementId);
        const failure: unknown = await client[role].announcements.undo
          .mutate({ announcementId })
          .catch((error: unknown) => error);
        // Without an answer it may be taken back, and what it said is nowhere else.
        if (!reasonOf(failure)) fillAgain({ ...sent, hadFiles: Boolean(posted?.files.length) });
        if (failure) throw failure;
        await refresh();
      };
      offerUndo(announcementId, { said: "Posted", undo }, postUndoMs);
      return refresh();
    },
  });
  const [used, setUsed] = useState(false);
  const [more, setMore] = useState(false);
  const [units, setUnits] = useState<ChosenUnits>();
  /** The notice that was taken back, to be corrected: all of it, so that it is for the same people. */
  const [again, setAgain] = useState<NoticeInput & { hadFiles: boolean }>();
  const [undone, setUndone] = useState(0);
  const section = useRef<HTMLElement>(null);
  const fillAgain = (taken: NonNullable<typeof again>) => {
    const { message, audience = "everybody", hadFiles: _, ...others } = taken;
    const typed = section.current?.querySelector("textarea")?.value ?? "";
    const both = typed.includes(message) ? typed : [message, typed].filter(Boolean).join("\n\n");
    setUndone((times) => times + 1);
    setAgain({ ...taken, message: both });
    setMore(audience !== "everybody" || Object.values(others).some(Boolean));
    setUnits(typeof audience === "object" ? new Set(audience.units) : undefined);
  };
  const openFor = async ({ message: _, units: chosen, ...others }: Record<string, string>) => {
    const isMore = Object.keys(others).length > 0;
    // First, because without them it would be posted to everybody.
    if (isMore) await details();
    setMore(isMore);
    setUnits(others.audience === "units" ? new Set<string>(JSON.parse(chosen ?? "[]")) : undefined);
  };
  return (
    <section ref={section} aria-label="Post Announcement">
      <Form
        key={undone}
        schema={newNotice}
        send={send}
        also={units && { audience: { units: [...units] } }}
        clears
        onDone={() => setAgain(undefined)}
        onDraft={openFor}
        className="group grid max-w-3xl items-start gap-3 sm:grid-cols-[1fr_auto]"
      >
        <TextField
          label="Message"
          name="message"
          placeholder="Type your message here..."
          unlabelled
          defaultValue={again?.message}
          rows={used ? 4 : 1}
          onFocus={() => setUsed(true)}
        />
        <Submit
          className={`justify-self-start ${used ? "" : "max-sm:group-has-placeholder-shown:hidden"}`}
        >
          Post Announcement
        </Submit>
        {used && !more && (
          <Button
            kind="plain"
            small
            className="col-span-full -ml-3 justify-self-start"
            onClick={() => setMore(true)}
          >
            Title, for whom, how long …
          </Button>
        )}
        {more && (
          <Suspense>
            <NoticeDetails as={role} chosen={units} choose={setUnits} again={again} />
          </Suspense>
        )}
        {again?.hadFiles && (
          <p className="col-span-full">Its files are gone. Add them again once it is posted.</p>
        )}
        {used && (
          <p className="col-span-full text-sm text-soft">This is not a notice under the Act.</p>
        )}
      </Form>
    </section>
  );
}
