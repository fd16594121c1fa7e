import { useId, useState } from "react";
import { utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Section } from "../../ui/Section.tsx";
import { Share } from "../../ui/Share.tsx";
import { Undoable } from "../../ui/Undoable.tsx";
import type { AnnouncementContent } from "./Notice.tsx";
import { PrintNotice } from "./PrintNotice.tsx";

const first = 3;
const step = 10;

type Row = AnnouncementContent & { id: string };

interface Props {
  title: string;
  rows: readonly Row[];
  empty: string;
  /** Shown below the last one, if there may be older ones that are not among the rows. */
  end?: string | undefined;
}

export function Announcements({ title, rows, empty, end }: Props) {
  const [shown, setShown] = useState(first);
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <EmptyState drawing="board">{empty}</EmptyState>
      ) : (
        <ul aria-live="polite" className="max-w-xl divide-y divide-line">
          {rows.slice(0, shown).map((announcement) => (
            <Announcement key={announcement.id} {...announcement} />
          ))}
        </ul>
      )}
      {rows.length > shown && (
        <Button kind="quiet" className="mt-2" onClick={() => setShown(shown + step)}>
          Show older
        </Button>
      )}
      {rows.length <= shown && end && <p className="mt-2 text-soft">{end}</p>}
    </Section>
  );
}

function Announcement({ id: announcementId, ...announcement }: Row) {
  const id = useId();
  const { message, sender, date } = announcement;
  return (
    <li className="flex items-start justify-between gap-3 py-4">
      <div className="min-w-0">
        <p id={id} className="break-words whitespace-pre-line">
          {message}
        </p>
        <p className="mt-1 text-sm text-soft">
          <span className="capitalize">{sender}</span>, <Moment at={date} />
        </p>
        <Undoable row={{ id: announcementId }} which={`this notice: ${message.slice(0, 60)}`} />
      </div>
      <span className="-mt-2 flex shrink-0 print:hidden">
        <Share
          short
          what={`this notice: ${message.slice(0, 60)}`}
          text={async () => {
            const { name } = await utils.member.building.details.ensureData();
            return `${name}: ${message}`;
          }}
        />
        <PrintNotice announcement={announcement} describedBy={id} />
      </span>
    </li>
  );
}
