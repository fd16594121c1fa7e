import { readFile } from "node:fs/promises";
import { rootCertificates } from "node:tls";
import { and, asc, eq, gt, lte, or } from "drizzle-orm";
import type { SMTPSentMessageInfo, Transporter } from "nodemailer";
import { newId } from "../../database/columns.ts";
import type { Db } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import { seal, unseal } from "../idNumbers/idNumbers.ts";
import { type Message, oneLine } from "./messages.ts";
import { outgoingMail } from "./table.ts";

type Transport = Transporter<SMTPSentMessageInfo>;
type Mail = typeof outgoingMail.$inferSelect;

const maxAttempts = 10;
const longestPause = 360;

/**
 * Connects anew for each mail: there are few, and idle connections get cut.
 * @param timeoutMs limit for connecting, for the greeting, and for silence in between
 * @param authority file with a certificate to trust in addition to the public ones
 */
export async function mailTransport(
  url: string,
  timeoutMs = 10_000,
  authority: string | null = null,
): Promise<Transport> {
  // Loaded when needed, because most buildings send no mail.
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: false,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(authority && { tls: { ca: [...rootCertificates, await readFile(authority, "utf8")] } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Queues a mail, in the transaction of what it is about.
 * @param mail `personId`: who gets it with their data and whose erasure deletes it
 * @param waitMs how long it waits at least, if the change can be taken back meanwhile
 */
export function queueMail(
  db: Db,
  { personId, to, subject, text }: Message & { personId: string; to: string },
  at: Instant,
  waitMs = 0,
): void {
  const id = newId();
  const nextAttemptAt = new Date(Date.parse(at) + waitMs).toISOString();
  const sealed = seal(db, placeOf(id), text);
  const head = { to: oneLine(to), subject: oneLine(subject) };
  db.insert(outgoingMail)
    .values({ id, personId, ...head, text: sealed, createdAt: at, nextAttemptAt })
    .run();
}

const placeOf = (id: string) => `outgoing_mail.text ${id}`;

/** The decrypted text of a waiting mail; null when its key is missing. */
export const textOf = (db: Db, { id, text }: Pick<Mail, "id" | "text">): string | null =>
  unseal(db, placeOf(id), text);

/**
 * Sends the mails that are due, by one job that never overlaps itself. If the machine stops between sending
 * and recording, a mail arrives twice with the same Message-ID, but is never lost.
 * @param from the sender, such as `Stoep <stoep@example.co.za>`
 * @param end once it is aborted, the mail that is being sent is the last
 */
export async function deliverDue(
  db: Db,
  transport: Transport,
  from: string,
  now: Instant,
  end?: AbortSignal,
): Promise<void> {
  for (let mail = nextDue(db, now); mail && !end?.aborted; mail = nextDue(db, now)) {
    // The attempt is counted before it is made, so that a full disk cannot cause endless repeats.
    const text = textOf(db, mail);
    if (text === null) {
      note(db, mail, { status: "failed", lastError: noKey, ...finished });
      continue;
    }
    const attempts = mail.attempts + 1;
    // 1, 2, 4 … minutes, up to 6 hours.
    const pause = Math.min(2 ** mail.attempts, longestPause);
    note(db, mail, { attempts, nextAttemptAt: plusMinutes(now, pause) });
    const failure = await send(transport, from, { ...mail, text }).then(() => null, look);
    if (!failure) {
      note(db, mail, { status: "sent", sentAt: now, lastError: null, ...finished });
      continue;
    }
    const over = failure.refused || attempts >= maxAttempts;
    note(db, mail, { lastError: failure.text, ...(over && { status: "failed", ...finished }) });
    if (failure.unreachable) return;
  }
}

/** The next mail to try. If its time is further away than any pause, the clock was wrong then. */
function nextDue(db: Db, now: Instant) {
  const { id, status, nextAttemptAt } = outgoingMail;
  const due = or(lte(nextAttemptAt, now), gt(nextAttemptAt, plusMinutes(now, longestPause)));
  return db
    .select()
    .from(outgoingMail)
    .where(and(eq(status, "waiting"), due))
    .orderBy(asc(nextAttemptAt), asc(id))
    .limit(1)
    .get();
}

const noKey = "The key that opens its text is not in the folder secrets any more; ask for it anew.";
const finished = { text: "", nextAttemptAt: null };

const note = (db: Db, mail: Mail, values: Partial<Mail>) =>
  db.update(outgoingMail).set(values).where(eq(outgoingMail.id, mail.id)).run();

const plusMinutes = (from: Instant, minutes: number): Instant =>
  new Date(Date.parse(from) + minutes * 60_000).toISOString();

const send = (transport: Transport, from: string, { id, to, subject, text }: Mail) =>
  transport.sendMail({
    from,
    // An object, because a string could contain several recipients.
    to: { name: "", address: to },
    subject,
    text,
    messageId: `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? "localhost"}>`,
    // RFC 3834: prevents out-of-office replies.
    headers: { "Auto-Submitted": "auto-generated" },
  });

/**
 * Refused: the server rejects this mail permanently (5xx). A 5xx at greeting or sign-in, or for
 * lack of it (530), is about the settings, which an admin can still correct.
 */
function look(error: unknown) {
  const { code, responseCode, permanent, message } = error as {
    code?: string;
    responseCode?: number;
    permanent?: boolean;
    message?: string;
  };
  const aboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  return {
    refused: aboutMail && permanent === true && responseCode !== 530,
    unreachable: !aboutMail,
    text: oneLine(message ?? String(error)).slice(0, 500),
  };
}
