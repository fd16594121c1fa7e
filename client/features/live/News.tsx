import { Popover } from "@base-ui/react/popover";
import { Link, type LinkProps } from "@tanstack/react-router";
import {
  ArrowLeftRight,
  DoorOpen,
  type LucideIcon,
  Megaphone,
  ReceiptText,
  Wrench,
} from "lucide-react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, api, refreshes, utils } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { type UserRole, useSession } from "../account/session.ts";

type Item = Answers["member"]["live"]["news"]["rows"][number];
type Place = Pick<LinkProps, "to" | "params">;

const icons: Record<Item["topic"], LucideIcon> = {
  announcement: Megaphone,
  fine: ReceiptText,
  request: Wrench,
  visit: DoorOpen,
  change: ArrowLeftRight,
};

const toStaff = () => ({ to: "/staff/dashboard" }) as const;
/** Staff hear of notices and requests. */
const others = { announcement: toStaff, fine: toStaff, visit: toStaff, change: toStaff };

/** The page where each role deals with a piece of news, by its topic. */
const places: Record<UserRole, Record<Item["topic"], (id: string) => Place>> = {
  admin: {
    announcement: () => ({ to: "/admin/dashboard" }),
    fine: (fineId) => ({ to: "/admin/fines/$fineId/update", params: { fineId } }),
    request: (requestId) => ({ to: "/admin/maintenance/$requestId", params: { requestId } }),
    visit: () => ({ to: "/admin/visitors" }),
    change: (noticeId) => ({ to: "/admin/changes/$noticeId", params: { noticeId } }),
  },
  resident: {
    announcement: () => ({ to: "/resident/dashboard" }),
    fine: () => ({ to: "/resident/reports/fines" }),
    request: (requestId) => ({ to: "/resident/issues/$requestId", params: { requestId } }),
    visit: () => ({ to: "/resident/vistors" }),
    change: () => ({ to: "/resident/changes" }),
  },
  staff: {
    ...others,
    request: (requestId) => ({
      to: "/staff/allmaintenanceissues/$requestId",
      params: { requestId },
    }),
  },
};

const keyOf = ({ topic, about }: Item) => `${topic} ${about}`;

const textOf = ({ topic, text, amountCents }: Item): string => {
  if (topic === "change") return `Announced change, ${text}`;
  if (topic === "visit") return text || "A visitor";
  return amountCents === undefined ? text : `${text}, ${formatRand(amountCents)}`;
};

function Status({ status }: Pick<Item, "status">) {
  if (status === null) return null;
  if (status === "In") return <span className="text-sm text-soft">Signed in</span>;
  if (status === "Left") return <span className="text-sm text-soft">Signed out</span>;
  if (status === "Expected" || status === "Assumed out")
    return <span className="text-sm text-soft">{status}</span>;
  return <StatusBadge status={status} />;
}

/** "New since you were here". What is shown counts as seen, and stays there until it is closed. */
export function News({ trigger }: { trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        {/* Above the toasts, which are at 999 999 999. */}
        <Popover.Positioner align="end" sideOffset={6} className="z-1000000000">
          <Popover.Popup
            initialFocus={title}
            className="max-h-(--available-height) w-96 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-xl bg-surface p-4 shadow-xl ring-1 ring-edge outline-none"
          >
            <Popover.Title ref={title} tabIndex={-1} className="text-lg outline-none">
              New since you were here
            </Popover.Title>
            <List left={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function List({ left }: { left: () => void }) {
  const role = useSession()?.userRole ?? "resident";
  const { data, isError } = api.member.live.news.useQuery();
  const [shown, setShown] = useState(data?.rows);
  const { mutate } = api.member.live.seen.useMutation(refreshes(utils.member.live.news));
  useEffect(() => {
    if (!data) return;
    const { number, rows } = data;
    setShown((known = []) => [
      ...rows,
      ...known.filter((one) => !rows.some((row) => keyOf(row) === keyOf(one))),
    ]);
    if (rows.length > 0) mutate({ number });
  }, [data, mutate]);
  if (!shown && isError) return <p className="mt-1 text-soft">It could not be loaded.</p>;
  if (shown?.length === 0) return <p className="mt-1 text-soft">Nothing new.</p>;
  return (
    <ul className="mt-2 divide-y divide-line">
      {shown?.map((item) => {
        const Icon = icons[item.topic];
        return (
          <li key={keyOf(item)}>
            <Link
              {...places[role][item.topic](item.about)}
              onClick={left}
              className="-mx-2 flex min-h-12 items-start gap-3 rounded-lg px-2 py-2.5 hover:bg-sunken"
            >
              <Icon className="mt-0.5 size-5 shrink-0 text-clay" />
              <span className="min-w-0 grow">
                <span className="line-clamp-3 break-words font-semibold">{textOf(item)}</span>
                <span className="mt-1 flex flex-wrap items-center justify-between gap-2 text-sm text-soft">
                  <Moment at={item.at} />
                  <Status status={item.status} />
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
