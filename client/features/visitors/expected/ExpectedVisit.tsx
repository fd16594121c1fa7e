import { CalendarClock, CircleCheck, CircleSlash, Clock, DoorOpen, History } from "lucide-react";
import { sayRegularly } from "../../../../server/platform/clock/weekdays.ts";
import { type Answers, api, settles, utils } from "../../../trpc.ts";
import { Button, QuietButton } from "../../../ui/Button.tsx";
import { Day, Moment } from "../../../ui/DateTime.tsx";
import { sayFullDay, sayLongDay } from "../../../ui/days.ts";
import { Failure } from "../../../ui/Failure.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { IconText } from "../../../ui/IconText.tsx";
import { Share } from "../../../ui/Share.tsx";
import { firstDayOf, lastDayOf } from "../visitTimes.ts";
import { CodePicture } from "./CodePicture.tsx";

type Visit = Answers["resident"]["expectedVisits"]["mine"][number];

const looks = {
  expected: [Clock, "Expected", "text-notice"],
  in: [DoorOpen, "In the building", "text-fynbos"],
  out: [CircleCheck, "Left", "text-soft"],
  expired: [History, "Over, did not come", "text-soft"],
  withdrawn: [CircleSlash, "Taken back", "text-soft"],
} as const;

const passLooks = {
  ...looks,
  expected: [CalendarClock, "Regular pass", "text-notice"],
  expired: [History, "Over", "text-soft"],
} as const;

const regularly = ({ weekdays, fromTime, untilTime }: NonNullable<Visit["pass"]>) =>
  sayRegularly(weekdays, fromTime, untilTime);

/** "482 913": easier to read out than six digits in a row. */
const grouped = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;

interface Props {
  visit: Visit;
  profileId: string | undefined;
}

/** An announced visitor: the code to share while it is good, and what became of the visit. */
export function ExpectedVisit({ visit, profileId }: Props) {
  const { visitorName, vehicle, pass, status, arrivedAt, leftAt, assumedOut } = visit;
  const [icon, words, colour] = pass ? passLooks[status] : looks[status];
  const name = visitorName || "a visitor";
  return (
    <li className="grid grid-cols-1 gap-2 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-semibold break-words">
          {visitorName || "A visitor"}
          {vehicle && <span className="font-normal text-soft">, {vehicle}</span>}
        </p>
        <IconText icon={icon} className={`text-sm font-semibold ${colour}`}>
          {words}
        </IconText>
      </div>
      {pass && <p>{regularly(pass)}</p>}
      <p className="text-sm text-soft">
        <Span visit={visit} />
        {arrivedAt && <Moment before=", came " at={arrivedAt} />}
        {leftAt && (
          <Moment before={assumedOut ? ", assumed to have left " : ", left "} at={leftAt} />
        )}
      </p>
      {(status === "expected" || (pass && status === "in")) && (
        <Code visit={visit} name={name} profileId={profileId} />
      )}
    </li>
  );
}

function Span({ visit: { from, until } }: { visit: Visit }) {
  const [first, last] = [firstDayOf(from), lastDayOf(until)];
  if (first === last) return <Day on={first} />;
  return (
    <>
      <Day on={first} /> to <Day on={last} />
    </>
  );
}

function Code({ visit, name, profileId }: Props & { name: string }) {
  const { id: expectedId, code } = visit;
  const send = api.resident.expectedVisits.withdraw.useMutation(
    settles(utils.resident.expectedVisits),
  );
  return (
    <>
      <p className="text-3xl font-semibold tracking-widest tabular-nums">{grouped(code)}</p>
      <div className="flex flex-wrap gap-2">
        <Share what={`the code for ${name}`} text={() => messageOf(visit)} />
        <Picture visit={visit} name={name} />
        <Button
          kind="plain"
          which={name}
          busy={send.isPending}
          onClick={() => send.mutate({ profileId, expectedId })}
        >
          Take back
        </Button>
      </div>
      <Failure error={send.error} />
    </>
  );
}

const spanInWords = ({ from, until, pass }: Visit) => {
  if (pass) return `${regularly(pass)}, until ${sayLongDay(lastDayOf(until))}`;
  const [first, last] = [sayFullDay(firstDayOf(from)), sayFullDay(lastDayOf(until))];
  return first === last ? first : `${first} to ${last}`;
};

async function messageOf(visit: Visit): Promise<string> {
  const { name: building } = await utils.member.building.details.ensureData();
  return `Your code for the gate of ${building} is ${grouped(visit.code)}. It lets you in${visit.pass ? "" : " once"}: ${spanInWords(visit)}. Show it or say it at the gate.`;
}

/** The code as a picture with a QR code, to save or to send. */
const Picture = ({ visit, name }: { visit: Visit; name: string }) => (
  <FormDialog
    trigger={<QuietButton which={name}>QR picture</QuietButton>}
    title="Code for the gate"
  >
    <CodePicture code={visit.code} shown={grouped(visit.code)} words={spanInWords(visit)} />
  </FormDialog>
);
