import { daysIn } from "../../platform/clock/dayTexts.ts";
import { formatRand } from "../../platform/money/format.ts";
import { wholeMessage } from "../announcements/words.ts";
import type { News } from "./news.ts";

/** Whether it is told by mail and on phones. At night nobody is woken for who was assumed to have left. */
export const isTold = ({ status }: News): boolean => status !== "Assumed out";

/**
 * The words of a mail or a notification about something new. A notice is there whole, because who
 * is away from the building cannot open Stoep.
 */
export function wordsOf(
  { topic, text, message, outage = null, amountCents, status }: News,
  timeZone: string,
) {
  switch (topic) {
    case "announcement": {
      if (message === undefined) return { head: text };
      const days = daysIn(
        () => timeZone,
        () => new Date(),
      );
      const body = wholeMessage(message, outage, days);
      return { head: text === message ? "A notice" : text, body };
    }
    case "fine":
      return { head: `A fine: ${text}, ${formatRand(amountCents ?? 0)}. ${status}` };
    case "request":
      return { head: `News about a maintenance request (${status?.toLowerCase()}): ${text}` };
    case "visit": {
      // A mail's subject is kept when the visitor's name is deleted.
      const subject =
        status === "Expected"
          ? "A visitor is expected"
          : `A visitor has ${status === "In" ? "arrived" : "left"}`;
      return { subject, head: `${subject}${text && `: ${text}`}` };
    }
    case "change":
      return status === "Waiting"
        ? { head: `A change was announced for ${text}` }
        : { head: `The change announced for ${text} was ${status?.toLowerCase()}` };
  }
}
