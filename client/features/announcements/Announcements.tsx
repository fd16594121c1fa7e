import { CalendarClock, Download, Pin, Siren } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { wholeMessage } from "../../../server/features/announcements/words.ts";
import { api, settles, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { buildingDays } from "../../ui/days.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { IconText } from "../../ui/IconText.tsx";
import { Section } from "../../ui/Section.tsx";
import { Share } from "../../ui/Share.tsx";
import { TextAnchor } from "../../ui/TextLink.tsx";
import { WithLinks } from "../../ui/WithLinks.tsx";
import type { Notice } from "./ChangeNotice.tsx";
import { OutageWords, useTimesOf } from "./Outages.tsx";
import { PrintNotice } from "./PrintNotice.tsx";

// Residents never change one, so they do not load what an admin does.
const ChangeNotice = lazy(async () => ({
  default: (await import("./ChangeNotice.tsx")).ChangeNotice,
}));

const first = 3;
const step = 10;
/** The most that the server sends. */
const mostShown = 200;

interface Props {
  title: string;
  empty: string;
  /** Whether an admin looks, who may change all of them. */
  isAdmin?: boolean;
}

/** The notices for whoever looks, pinned ones first. */
export const Announcements = (props: Props) => (
  <ErrorBoundary title={props.title}>
    <List {...props} />
  </ErrorBoundary>
);

function List({ title, empty, isAdmin = false }: Props) {
  const [rows] = api.member.notices.mine.useSuspenseQuery();
  const [more, setMore] = useState(0);
  // Pinned and planned ones are not counted, or they would hide what is new.
  const shown = rows.filter(({ pinned, isPlanned }) => pinned || isPlanned).length + first + more;
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <EmptyState drawing="board">{empty}</EmptyState>
      ) : (
        <ul aria-live="polite" className="max-w-xl divide-y divide-line">
          {rows.slice(0, shown).map((notice) => (
            <Announcement key={notice.id} notice={notice} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
      {rows.length > shown && (
        <QuietButton className="mt-2" onClick={() => setMore(more + step)}>
          Show older
        </QuietButton>
      )}
      {rows.length <= shown && rows.length >= mostShown && (
        <p className="mt-2 text-soft">Only the newest {mostShown} are shown here.</p>
      )}
    </Section>
  );
}

/** The audience in words; empty for everybody. */
const audienceWords: Record<Notice["audience"], string> = {
  everybody: "",
  owners: "for owners",
  residents: "for residents",
  staff: "for staff",
  units: "for some units",
};

function Announcement({ notice, isAdmin }: { notice: Notice; isAdmin: boolean }) {
  const id = useId();
  const { title, message, sender, author, date, urgent, pinned, from, until, correctedAt } = notice;
  useTimesOf([notice.outage]);
  const asksToBeRead = !notice.isPlanned && Boolean(title || urgent || pinned);
  const which = `this notice: ${message.slice(0, 60)}`;
  return (
    <li className="flex items-start justify-between gap-3 py-4">
      <div className="min-w-0">
        {(urgent || pinned || notice.isPlanned) && (
          <p className="flex flex-wrap gap-x-4 text-sm font-semibold">
            {notice.isPlanned && (
              <IconText icon={CalendarClock} className="text-soft">
                Planned
              </IconText>
            )}
            {urgent && (
              <IconText icon={Siren} className="text-danger">
                Urgent
              </IconText>
            )}
            {pinned && (
              <IconText icon={Pin} className="text-soft">
                Pinned
              </IconText>
            )}
          </p>
        )}
        {title && <h3 className="text-lg break-words">{title}</h3>}
        {notice.outage && (
          <p>
            <OutageWords outage={notice.outage} />
          </p>
        )}
        <p id={id} className="break-words whitespace-pre-line">
          <WithLinks text={message} />
        </p>
        {notice.files.map(({ id: fileId, fileName }) => (
          <TextAnchor
            key={fileId}
            href={`/api/property/notices/${notice.id}/files/${fileId}`}
            download={fileName}
            className="mr-4 gap-2 wrap-anywhere"
          >
            <Download className="size-4 shrink-0" />
            {fileName}
          </TextAnchor>
        ))}
        <p className="mt-1 text-sm text-soft">
          {author} (<span className="capitalize">{sender}</span>), <Moment at={date} />
          {correctedAt && <Moment before=", corrected " at={correctedAt} />}
          {notice.isPlanned && from && <Day before=", shown from " on={from} />}
          {until && <Day before=", until " on={until} />}
          {notice.units
            ? `, for ${notice.units}`
            : audienceWords[notice.audience] && `, ${audienceWords[notice.audience]}`}
        </p>
        <div className="flex flex-wrap items-center gap-x-2 print:hidden">
          {!notice.isOwn && asksToBeRead && <ReadIt notice={notice} which={which} />}
          {(isAdmin || notice.isOwn) && (
            <Suspense>
              <ChangeNotice
                notice={notice}
                which={which}
                showReaders={isAdmin && (asksToBeRead || notice.isRead)}
              />
            </Suspense>
          )}
        </div>
      </div>
      <span className="-mt-2 flex shrink-0 print:hidden">
        <Share
          short
          what={which}
          text={async () => {
            const { name } = await utils.member.building.details.ensureData();
            const whole = wholeMessage(message, notice.outage, buildingDays);
            return [name, title, whole].filter(Boolean).join(": ");
          }}
        />
        <PrintNotice announcement={notice} describedBy={id} />
      </span>
    </li>
  );
}

function ReadIt({ notice, which }: { notice: Notice; which: string }) {
  const send = api.member.notices.read.useMutation(settles(utils.member.notices));
  if (notice.readAt)
    return (
      <p className="text-sm text-soft">
        Read <Moment at={notice.readAt} />
      </p>
    );
  return (
    <QuietButton
      small
      className="mt-2"
      which={which}
      busy={send.isPending}
      onClick={() => send.mutate({ announcementId: notice.id })}
    >
      I have read this
    </QuietButton>
  );
}
