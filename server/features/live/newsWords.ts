import { eq, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import { formatRand } from "../../platform/money/format.ts";
import { announcements } from "../announcements/table.ts";
import type { News } from "./news.ts";

const noticeText = prepared((db) =>
  db
    .select({ title: announcements.title, message: announcements.message })
    .from(announcements)
    .where(eq(announcements.id, sql.placeholder("id")))
    .prepare(),
);

/**
 * What a mail or a notification says of something new. A notice is there whole, because who is away
 * from the building cannot open Stoep.
 */
export function wordsOf(db: Db, { topic, about, text, amountCents, status }: News) {
  switch (topic) {
    case "announcement": {
      const { title = "", message = text } = noticeText(db).get({ id: about }) ?? {};
      return { head: title || "A notice", body: message };
    }
    case "fine":
      return { head: `A fine: ${text}, ${formatRand(amountCents ?? 0)}. ${status}` };
    case "request":
      return { head: `A maintenance request, ${status?.toLowerCase()}: ${text}` };
    case "visit":
      return { head: `A visitor has ${status === "In" ? "arrived" : "left"}: ${text}` };
    case "change":
      return { head: `Who lives in ${text}: ${status?.toLowerCase()}` };
  }
}
