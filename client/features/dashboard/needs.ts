import type { LinkProps } from "@tanstack/react-router";
import { longDays } from "../../../server/features/maintenance/list.ts";
import type { Answers } from "../../trpc.ts";
import type { TableSearch } from "../../ui/tableSearch.ts";

export type Need = Answers["admin"]["dashboard"]["needs"][number];

interface Words {
  /** The words for what is to be done with one of them, and with several. */
  one: string;
  many: string;
  /** The meaning of the day since which the oldest waits. */
  since: string;
  /** The list of them. */
  to: NonNullable<LinkProps["to"]>;
  search?: TableSearch;
  /** The words for those that somebody else has to act on. */
  later?: (count: number) => string;
}

/** The words of each kind of need, and the list where it is met; in the order of the screen. */
const kinds: Readonly<Record<string, Words>> = {
  proofs: {
    one: "proof of payment to look at",
    many: "proofs of payment to look at",
    since: "the oldest was sent",
    to: "/admin/fines",
    search: { status: "Pending" },
  },
  fines: {
    one: "fine is overdue and not reminded yet",
    many: "fines are overdue and not reminded yet",
    since: "the oldest was due",
    to: "/admin/fines",
    search: { due: "unreminded" },
    later: (count) =>
      count === 1
        ? "1 overdue fine has a reminder letter and is not paid yet."
        : `${count} overdue fines have a reminder letter and are not paid yet.`,
  },
  changeNotices: {
    one: "change to confirm",
    many: "changes to confirm",
    since: "the oldest was announced",
    to: "/admin/changes",
    search: { status: "Waiting" },
  },
  maintenance: {
    one: `request has been open for ${longDays / 7} weeks or more`,
    many: `requests have been open for ${longDays / 7} weeks or more`,
    since: "the oldest is from",
    to: "/admin/maintenance",
    search: { age: "long", sort: "date" },
  },
  visitors: {
    one: "visitor has not been signed out since yesterday",
    many: "visitors have not been signed out since yesterday",
    since: "the first should have left",
    to: "/admin/visitors",
    search: { since: "forgotten", sort: "date" },
  },
  sheets: {
    one: "person has not joined and has no invite that works",
    many: "people have not joined and have no invite that works",
    since: "the first was added",
    to: "/admin/invites",
    later: (count) =>
      count === 1
        ? "1 person has an invite and has not joined yet."
        : `${count} people have an invite and have not joined yet.`,
  },
  backups: { one: "", many: "", since: "", to: "/admin/backups" },
};

/** The words and the list of a need; undefined for a kind that this page is too old to know. */
export const wordsFor = ({ kind }: Need): Words | undefined => kinds[kind];

const order = Object.keys(kinds);

export const byUrgency = (needs: readonly Need[]) =>
  needs.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
