import { useState } from "react";
import { type Answers, api, client, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { csvMoment } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { DialogButtons } from "../../ui/FormButtons.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { counted } from "../../ui/plural.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { Undoable } from "../../ui/Undoable.tsx";
import { offerUndo } from "../../ui/undo.ts";

import { ChangeFiles } from "./NoticeFiles.tsx";
import { hasBegun, isOver } from "./Outages.tsx";

export type Notice = Answers["member"]["notices"]["mine"][number];

const schemas = () => import("../../../server/features/announcements/schema.ts");
const correction = async () => (await schemas()).correctedNotice;
const withdrawing = async () => (await schemas()).withdrawal;

const changed = { onSettled: () => utils.member.notices.invalidate() };

interface Props {
  notice: Notice;
  which: string;
}

/** The actions of the author and admins on a notice; who has read it is for admins. */
export const ChangeNotice = ({ showReaders, ...props }: Props & { showReaders: boolean }) => (
  <>
    <Undoable row={props.notice} which={props.which} className="w-full" />
    {showReaders && (
      <FormDialog trigger={opener(props, "Read by …")} title="Who has read this">
        <ReaderList announcementId={props.notice.id} />
      </FormDialog>
    )}
    {isOff(props.notice) && <EndOutage {...props} />}
    <FormDialog trigger={opener(props, "Correct …")} title="Correct this notice">
      {(close) => <Correction notice={props.notice} close={close} />}
    </FormDialog>
    <FormDialog trigger={opener(props, "Files …")} title="Files with this notice">
      <ChangeFiles {...props.notice} />
    </FormDialog>
    <Withdraw {...props} />
  </>
);

/** Whether something does not work now. */
const isOff = ({ outage }: Notice) => outage !== null && hasBegun(outage) && !isOver(outage);

const opener = ({ which }: Pick<Props, "which">, words: string) => (
  <Button kind="plain" small which={which} className="-ml-3">
    {words}
  </Button>
);

function EndOutage({ notice, which }: Props) {
  const undo = async () => {
    const { mine } = utils.member.notices;
    const { id: announcementId, outage } = notice;
    // Somebody may have corrected its words since.
    const now = mine.getData()?.find(({ id }) => id === announcementId) ?? notice;
    const { title, message, correctedAt } = now;
    const version = `${correctedAt ?? ""}${now.outage?.until ?? ""}`;
    const before = { announcementId, title, message, outageUntil: outage?.until ?? null, version };
    await client.member.notices.correct.mutate(before);
    await mine.invalidate();
  };
  const send = api.member.notices.endOutage.useMutation({
    ...changed,
    onSuccess: () => offerUndo(notice.id, { said: "It works again", undo }),
  });
  return (
    <ConfirmDialog
      trigger={opener({ which }, "It works again")}
      title="Does it work again?"
      action="It works again"
      harmless
      onConfirm={() => send.mutateAsync({ announcementId: notice.id })}
    >
      Everybody whom the notice is for is told so.
    </ConfirmDialog>
  );
}

/** Says when an outage ends only if that was changed here: it may be over since this was opened. */
function Correction({ notice, close }: { notice: Notice; close: () => void }) {
  const [{ id: announcementId, title, message, outage, correctedAt }] = useState(notice);
  const send = api.member.notices.correct.useMutation(changed);
  const version = correctedAt ?? "";
  const until = outage?.until ? csvMoment(new Date(outage.until)).replace(" ", "T") : "";
  return (
    <Form
      schema={correction}
      send={{
        isPending: send.isPending,
        mutate: ({ outageUntil, ...words }, options) =>
          send.mutate(
            (outageUntil ?? "") === until
              ? words
              : { ...words, outageUntil, version: `${version}${outage?.until ?? ""}` },
            options,
          ),
      }}
      also={{ announcementId, version }}
      onDone={close}
    >
      <Field label="Title (optional)" name="title" defaultValue={title} autoComplete="on" />
      <TextField label="Message" name="message" rows={5} defaultValue={message} />
      {outage && (
        <Field
          type="datetime-local"
          autoComplete="on"
          label="Off until (optional)"
          name="outageUntil"
          defaultValue={until}
          hint="If anybody knows. A banner shows it until then."
        />
      )}
      <DialogButtons leave={close}>Correct</DialogButtons>
    </Form>
  );
}

function Withdraw({ notice: { id: announcementId }, which }: Props) {
  const send = api.member.notices.withdraw.useMutation(changed);
  return (
    <FormDialog
      trigger={opener({ which }, "Withdraw …")}
      title="Withdraw this notice"
      note="Nobody is shown it any more. The audit trail keeps it, with your reason."
    >
      {(close) => (
        <Form schema={withdrawing} send={send} also={{ announcementId }} onDone={close}>
          <TextField label="Reason (optional)" name="reason" rows={2} />
          <DialogButtons leave={close}>Withdraw</DialogButtons>
        </Form>
      )}
    </FormDialog>
  );
}

function ReaderList({ announcementId }: { announcementId: string }) {
  const { data, error } = api.admin.notices.readers.useQuery({ announcementId });
  if (!data) return error ? <p role="alert">It could not be loaded.</p> : <Spinner />;
  const { read, of, units, unread } = data;
  return (
    <>
      {of === 0 ? (
        <p className="mt-3 text-lg">Nobody whom it is for has a login yet.</p>
      ) : (
        <p className="mt-3 text-lg">
          <b>{read}</b> of {counted(of, "person", "people")} have read it
          {units.of > 0 && `, in ${units.read} of ${counted(units.of, "unit")}`}.
        </p>
      )}
      {units.silent && (
        <p className="mt-3">
          <b>Nobody there uses Stoep, so it needs paper:</b> {units.silent}
        </p>
      )}
      {unread.length > 0 && (
        <>
          <p className="mt-3 font-semibold">Not yet</p>
          <ul className="max-h-80 divide-y divide-line overflow-y-auto">
            {unread.map(({ personId, name, unit }) => (
              <li key={personId} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                <PersonLink id={personId} className="max-sm:min-h-11!">
                  {name}
                </PersonLink>
                <span className="text-soft">{unit}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
