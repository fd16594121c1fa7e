import { Lock } from "lucide-react";
import { useState } from "react";
import { api, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Cancel } from "../../ui/Cancel.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { IconText } from "../../ui/IconText.tsx";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { useFocusBack } from "../../ui/useFocusBack.ts";
import type { RequestFile, Viewer } from "./columns.tsx";
import { statusWords } from "./TurnRequest.tsx";

/** Everything that was written and done about a request, the oldest first, and a box to write in. */
export const Thread = ({ request, as }: { request: RequestFile; as: Viewer }) => (
  <Section title="What has happened" className="mt-10 max-w-3xl">
    <ul className="mt-2 grid grid-cols-1 gap-3">
      {entriesOf(request).map(({ id, at, by, did, text, internal }) => (
        <li
          key={id}
          className={
            internal
              ? "rounded-lg border-2 border-dashed border-notice px-4 py-2 print:hidden"
              : "px-0 py-1"
          }
        >
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-soft *:min-w-0">
            {internal && (
              <IconText icon={Lock} className="font-semibold whitespace-normal! text-notice">
                Internal, residents never see it
              </IconText>
            )}
            <span>{did ? `${did} by ${by}` : by}</span>
            <Moment at={at} />
          </p>
          {text && <p className="break-words whitespace-pre-line">{text}</p>}
        </li>
      ))}
    </ul>
    <div className="mt-5 grid gap-4 print:hidden">
      <Answer requestId={request.id} as={as} />
      {as !== "resident" && <InternalNote requestId={request.id} />}
    </div>
  </Section>
);

interface Entry {
  id: string;
  at: string;
  by: string;
  did?: string;
  text?: string;
  internal?: boolean;
}

function entriesOf({ id, loggedAt, about, notes, history }: RequestFile): Entry[] {
  const changes = history.map(({ id, status, changedAt, name, surname }) => ({
    id,
    did: statusWords[status].done,
    at: changedAt,
    // Residents whose requests go along with each other are not named to each other.
    by: `${name} ${surname}`.trim() || "another resident",
  }));
  const logged = { id, at: loggedAt, did: "Reported", by: about?.reporter.name ?? "you" };
  const later: Entry[] = [...changes, ...notes];
  return [logged, ...later.sort((one, other) => (one.at < other.at ? -1 : 1))];
}

const newNote = async () =>
  (await import("../../../server/features/maintenance/schema.ts")).newNote;

/** Sends a note, and shows it. */
const useNote = (requestId: string) =>
  api.member.maintenance.addNote.useMutation({
    onSuccess: () => utils.member.maintenance.one.invalidate({ requestId }),
  });

function Answer({ requestId, as }: { requestId: string; as: Viewer }) {
  const toStaff = as === "resident";
  return (
    <Form
      schema={newNote}
      send={useNote(requestId)}
      also={{ requestId }}
      clears
      className="grid gap-3"
    >
      <TextField
        label={toStaff ? "Write to the staff" : "Answer the resident"}
        data-label="Your message"
        name="text"
        rows={3}
      />
      <Submit className="justify-self-start">{toStaff ? "Send" : "Send to the resident"}</Submit>
    </Form>
  );
}

/** In a box of its own and of another colour, so that nobody writes to the resident by mistake. */
function InternalNote({ requestId }: { requestId: string }) {
  const [open, setOpen] = useState(false);
  const opener = useFocusBack(open);
  const send = useNote(requestId);
  if (!open)
    return (
      <QuietButton ref={opener} className="justify-self-start" onClick={() => setOpen(true)}>
        <Lock className="size-4" />
        Internal note …
      </QuietButton>
    );
  return (
    <Form
      schema={newNote}
      send={send}
      also={{ requestId, internal: true }}
      onDone={() => setOpen(false)}
      className="grid gap-3 rounded-lg border-2 border-dashed border-notice p-4"
    >
      <TextField
        label="Internal note"
        hint="For staff and admins. Residents never see it."
        name="text"
        rows={3}
        autoFocus
      />
      <div className="flex flex-wrap gap-3">
        <Submit kind="quiet" className="text-notice! ring-2! ring-notice!">
          Keep it internal
        </Submit>
        <Cancel leave={() => setOpen(false)} />
      </div>
    </Form>
  );
}
