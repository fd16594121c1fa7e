import { Siren } from "lucide-react";
import {
  isClosed,
  longDays,
  quietDays,
  requestRules,
} from "../../../server/features/maintenance/list.ts";
import { columnRule } from "../../../server/platform/lists/listRules.ts";
import type { Answers } from "../../trpc.ts";
import { type Chip, type Column, chipsOf } from "../../ui/column.ts";
import { Day } from "../../ui/DateTime.tsx";
import { buildingDays } from "../../ui/days.ts";
import { IconText } from "../../ui/IconText.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { stepWords } from "./progress.ts";

export type Request = Answers["resident"]["maintenance"]["mine"]["rows"][number];
/** A request as staff and admins see it: with the name of who reported it. */
export type ReportedRequest = Answers["staff"]["maintenance"]["list"]["rows"][number];

/** In whose area of the screens a request is shown. */
export type Viewer = "admin" | "resident" | "staff";

/** One request, as its page has it. */
export type RequestFile = Answers["member"]["maintenance"]["one"];

const rules = requestRules(buildingDays);
const ruleOf = (key: (typeof rules.fields)[number]["key"]) =>
  columnRule<Request>(rules.fields, key);

export const requestChips: readonly Chip<Request>[] = chipsOf<Request>(rules.chips, {
  unsure: { label: "Not sure", rare: true },
  urgent: { label: "Urgent", rare: true },
  today: { label: "Planned for today or earlier", rare: true },
  quiet: { label: `Nothing said for ${quietDays} days`, rare: true },
  long: { label: `Open for ${longDays / 7} weeks`, rare: true },
});

/** The chips of residents, without the one that is a task for admins. */
export const ownRequestChips = requestChips.filter(({ value }) => value !== "quiet");

/** On a phone it is on the line of the description. */
const apart = "narrow:xs:before:content-['·_']";

/** Every column that a list of requests may have; each list picks its own, by name. */
export const requestColumns = {
  type: { ...ruleOf("type"), label: "Type Of Maintenance" },
  description: {
    ...ruleOf("description"),
    label: "Description",
    phone: "rest",
    show: (request) => (
      <>
        {request.description} <RowProgress request={request} />
      </>
    ),
  },
  room: { ...ruleOf("room"), label: "RoomNumber" },
  date: {
    ...ruleOf("date"),
    label: "Date",
    phone: "away",
    whole: true,
    csvValue: ({ date }) => date,
    show: ({ date }) => <Day on={date} />,
  },
  status: {
    ...ruleOf("status"),
    label: "Status",
    phone: "end",
    show: (request) => (
      <span className="flex items-center gap-2">
        {/* On a phone the description is cut. */}
        {isUrgent(request) && (
          <span className="hidden text-danger narrow:block">
            <Siren aria-hidden className="size-5" />
            <span className="sr-only">Urgent</span>
          </span>
        )}
        <StatusBadge status={request.status} />
      </span>
    ),
  },
} satisfies Record<string, Column<Request>>;

/**
 * The description, and under it the trade and who reported it; on a phone the trade is first. It looks
 * like a link, because the list shows this column as one.
 */
export const reportedColumn: Column<ReportedRequest> = {
  ...requestColumns.description,
  text: (request) => `${request.description} ${reportOf(request)}`,
  csvValue: ({ description }) => description,
  show: (request) => (
    <>
      <span className="hidden narrow:inline!">
        <Trade of={request} /> ·{" "}
      </span>
      {request.description}{" "}
      <span className={`${apart} block text-sm text-soft`}>
        <span className="narrow:hidden!">
          <Trade of={request} />,{" "}
        </span>
        {reporterOf(request)}
      </span>
      <RowProgress request={request} />
    </>
  ),
};

const Trade = ({ of: { maintenanceType } }: { of: Request }) => (
  <span className="font-semibold text-clay underline decoration-1 underline-offset-4">
    {maintenanceType}
  </span>
);

const reporterOf = ({ reporter }: ReportedRequest) => `reported by ${reporter}`;
const reportOf = (request: ReportedRequest) => `${request.maintenanceType}, ${reporterOf(request)}`;

type Planned = Pick<Request, "status" | "step" | "priority" | "dueOn">;

const isUrgent = (request: Planned) => !isClosed(request) && request.priority === "urgent";

const Urgent = ({ className = "" }) => (
  <IconText icon={Siren} className={`font-semibold text-danger ${className}`}>
    Urgent
  </IconText>
);

function progressWords(request: Planned): string {
  const nothingSaid = request.step === "new" && !request.dueOn;
  return isClosed(request) || nothingSaid ? "" : stepWords(request);
}

/** How far an open request is, if anybody has said so. */
export const Progress = ({ request }: { request: Planned }) => (
  <span className="flex flex-wrap gap-x-3 text-sm empty:hidden">
    {isUrgent(request) && <Urgent />}
    {progressWords(request) && <span className="text-soft">{progressWords(request)}</span>}
  </span>
);

/** The same in a list, where phones show the mark of urgent beside the status. */
const RowProgress = ({ request }: { request: Planned & { joinedTo?: string | null } }) => (
  <span className="flex flex-wrap gap-x-3 text-sm text-soft empty:hidden">
    {isUrgent(request) && <Urgent className="narrow:hidden!" />}
    {progressWords(request) && <span className={apart}>{progressWords(request)}</span>}
    {request.joinedTo && <span className={apart}>Joined to another report</span>}
  </span>
);
