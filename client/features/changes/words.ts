import type { NoticeKind } from "../../../server/features/changes/notices/schema.ts";
import type { Answers } from "../../trpc.ts";

export type Notice = Answers["admin"]["changeDecisions"]["one"];

export const kindWords: Readonly<Record<NoticeKind, string>> = {
  sale: "New owner",
  tenant: "New tenant",
  occupant: "Somebody moves in",
  "moves out": "Somebody moves out",
};

export const announcingWords: Readonly<Record<NoticeKind, string>> = {
  sale: "I sold, or am selling: a new owner",
  tenant: "A new tenant moves in",
  occupant: "Somebody else moves in",
  "moves out": "A tenant or occupant moves out",
};

export const dayWords: Readonly<Record<NoticeKind, string>> = {
  sale: "Day of registration",
  tenant: "From which day",
  occupant: "From which day",
  "moves out": "Last day there",
};
