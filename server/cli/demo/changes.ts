import { refuseNotice } from "../../features/changes/decisions/service.ts";
import type { NewNotice } from "../../features/changes/notices/schema.ts";
import { announce, unitsOf } from "../../features/changes/notices/service.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { dayAfter } from "../../platform/clock/clock.ts";
import { actor, type DemoPeople } from "./people.ts";
import { dayMs, type Happening, hourMs, later } from "./time.ts";

interface Announced extends Pick<NewNotice, "kind" | "name" | "surname" | "email" | "telephone"> {
  address: string;
  daysAgo: number;
  inDays: number;
  note?: string;
  /** Why it was refused; the others wait. */
  refused?: string;
}

const announcements: readonly Announced[] = [
  {
    address: "Unit 3",
    kind: "occupant",
    daysAgo: 40,
    inDays: 5,
    name: "Refilwe",
    surname: "Moloi",
    refused:
      "Three people live there already, and the unit has one bedroom. Please come and see us.",
  },
  {
    address: "Unit 16",
    kind: "sale",
    daysAgo: 4,
    inDays: 60,
    name: "Wessels Family Trust",
    email: "trust@wessels.example",
    telephone: "021 555 0190",
    note: "The conveyancer expects the registration in about two months.",
  },
  {
    address: "Unit 1",
    kind: "occupant",
    daysAgo: 2,
    inDays: 12,
    name: "Ayanda",
    surname: "Nkabinde",
    email: "ayanda.nkabinde@visitors.example",
    telephone: "083 555 0167",
  },
];

export function changeHappenings({ residents, trustees }: DemoPeople, now: Date): Happening[] {
  const trustee = trustees[0];
  return announcements.flatMap(({ address, daysAgo, inDays, refused, ...typed }) => {
    const announcer = residents.find((each) => each.address === address);
    if (!announcer || !trustee) return [];
    const at = later(now, -daysAgo * dayMs);
    let noticeId = "";
    const send: Happening["do"] = (db, moment: Moment) => {
      const unit = unitsOf(db, announcer.id, moment.today)[0];
      if (!unit) return;
      const notice = { ...typed, unitId: unit.id, on: dayAfter(moment.today, inDays) };
      noticeId = announce(db, actor(announcer), announcer.id, notice, moment);
    };
    if (refused === undefined) return [{ at, do: send }];
    const refuse: Happening["do"] = (db, moment) =>
      refuseNotice(db, actor(trustee), { noticeId, reason: refused }, moment, () => undefined);
    return [
      { at, do: send },
      { at: later(at, 20 * hourMs), do: refuse },
    ];
  });
}
