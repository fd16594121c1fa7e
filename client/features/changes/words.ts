import type { NoticeKind } from "../../../server/features/changes/notices/schema.ts";
import type { Answers } from "../../trpc.ts";

/** One announced change, as an admin sees it. */
export type Notice = Answers["admin"]["changeDecisions"]["one"];

/** The name of each change in a list. */
export const kindWords: Readonly<Record<NoticeKind, string>> = {
  sale: "New owner",
  tenant: "New tenant",
  occupant: "Somebody moves in",
  "moves out": "Somebody moves out",
};

/** The name of each change for the person who announces it. */
export const announcingWords: Readonly<Record<NoticeKind, string>> = {
  sale: "I sold, or am selling: a new owner",
  tenant: "A new tenant moves in",
  occupant: "Somebody else moves in",
  "moves out": "A tenant or occupant moves out",
};

/** The name of the day of a change. */
export const dayWords: Readonly<Record<NoticeKind, string>> = {
  sale: "Day of registration",
  tenant: "From which day",
  occupant: "From which day",
  "moves out": "Last day there",
};
