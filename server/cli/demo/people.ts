import type { Db } from "../../database/open.ts";
import { addMember } from "../../features/account/members/service.ts";
import type { MaintenanceType } from "../../features/people/schema.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import type { Role } from "../../platform/auth/schema.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { households, newcomers, staff, trustees } from "./names.ts";
import type { Random } from "./random.ts";
import { dayMs, later } from "./time.ts";

/** More than 365: the first fine is 364 days ago, or on the Friday before if that was a weekend. */
const yearDays = 367;

export interface Player {
  /** Empty until the person is in the database. */
  id: string;
  role: Role;
  name: string;
  surname: string;
  username: string;
  email: string;
  /** `Unit 12`; empty for staff. */
  address: string;
  trade: MaintenanceType | undefined;
  cellPhone: string;
  idNumber: string;
  since: Date;
}

export interface DemoPeople {
  trustees: Player[];
  staff: Player[];
  residents: Player[];
}

export const actor = (player: Player): Actor & { accountId: string } => ({
  accountId: player.id,
  origin: "shell",
});

/** A South African ID number with a wrong check digit, so that it belongs to nobody. */
function idNumber(random: Random): string {
  const born = `${random.between(50, 99)}${two(random.between(1, 12))}${two(random.between(1, 28))}`;
  const digits = `${born}${random.between(1000, 9999)}08`;
  const sum = [...digits].reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10) + 1) % 10}`;
}

const two = (number: number) => String(number).padStart(2, "0");

type Part = Pick<Player, "role" | "name" | "surname" | "address" | "trade" | "since">;

function player(random: Random, part: Part): Player {
  const username = part.name.toLowerCase();
  const prefix = random.pick(["060", "071", "072", "073", "082", "083", "084"]);
  return {
    ...part,
    id: "",
    username,
    // The top-level domain `.example` is reserved, so no mail can reach a real person.
    email: `${username}@jacaranda.example`,
    cellPhone: `${prefix} 555 ${random.between(1000, 9999)}`,
    idNumber: idNumber(random),
  };
}

export function createDemoPeople(random: Random, now: Date): DemoPeople {
  const begin = later(now, -yearDays * dayMs);
  const homes = households.flatMap((household, index) => {
    const [surname = "", names = ""] = household.split(": ");
    const unit = index + 1;
    const daysAgo = newcomers[unit];
    const since = daysAgo === undefined ? begin : later(now, -daysAgo * dayMs);
    return names.split(", ").map((name): Player => {
      const isTrustee = trustees.some((each) => each === name.toLowerCase());
      const role = isTrustee ? "Admin" : "Resident";
      const address = `Unit ${unit}`;
      return player(random, { role, name, surname, since, address, trade: undefined });
    });
  });
  return {
    trustees: homes.filter(({ role }) => role === "Admin"),
    staff: staff.map(([name, surname, trade]) =>
      player(random, { role: "Staff", name, surname, address: "", trade, since: begin }),
    ),
    residents: homes.filter(({ role }) => role === "Resident"),
  };
}

/** Creates the account and returns its id. The password counts as self-chosen. */
export function addPlayer(db: Db, by: Actor, each: Player, hash: string, now: Moment): string {
  const { id: _, since: __, address, trade, ...rest } = each;
  const details = { ...rest, address: address || undefined, maintenanceType: trade };
  return addMember(db, by, details, { hash, chosenBy: "themselves" }, now);
}

export const neighbour = (random: Random, { residents }: DemoPeople, at: Date): Player =>
  random.pick(residents.filter(({ since }) => since < at));
