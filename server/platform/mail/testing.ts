import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import type { Db } from "../../database/open.ts";
import { openBuilding } from "../installation/database.ts";
import { deliverDue, mailTransport, textOf } from "./mail.ts";
import { inviteMail } from "./messages.ts";
import { outgoingMail } from "./table.ts";

export const from = "Stoep <stoep@acacia.example>";
export const link =
  "https://acacia.example/welcome?token=u1GkV2mW8u0uVxvJ3Qe1nq0cVd5m5rF9bYt2sLw7AbC";
export const invite = {
  personId: "thandi",
  to: "thandi@example.co.za",
  ...inviteMail("Acacia Court", "Thandi", link),
};
const start = Date.parse("2026-11-20T09:26:24.123Z");
/** The instant this many minutes and milliseconds after the start. */
export const at = (minutes: number, ms = 0) =>
  new Date(start + minutes * 60_000 + ms).toISOString();

export const reply = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

interface Arrived {
  to: string[];
  source: string;
}

/** A mail server on loopback that records what arrives. @param port 0 for a free one */
export async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      void text(stream).then((source) => {
        arrived.push({ to, source });
        done();
      });
    },
    ...options,
  });
  // A client that does not trust it hangs up, which is no error of the server.
  server.on("error", () => undefined);
  const socket = server.listen(port, "127.0.0.1") as Server;
  await once(socket, "listening");
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  return { arrived, close, port: (socket.address() as AddressInfo).port };
}

export async function openOutbox(port: number, file = ":memory:") {
  const db = openBuilding(file);
  onTestFinished(() => void db.$client.close());
  const transport = await mailTransport(`smtp://127.0.0.1:${port}`);
  return { db, deliver: (now: string) => deliverDue(db, transport, from, now) };
}

/** The queued mails with their texts decrypted. */
export const mails = (db: Db) =>
  db
    .select()
    .from(outgoingMail)
    .orderBy(outgoingMail.id)
    .all()
    .map((mail) => ({ ...mail, text: textOf(db, mail) ?? "" }));

/** Headers by lower-case name, and the text as the reader sees it. */
export function read(source: string) {
  const [head = "", ...rest] = source.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.replace(/^[^:]+: /, ""),
    ]),
  );
  const shown = rest
    .join("\r\n\r\n")
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { headers, text: shown };
}
