// The yardstick: bare node:http and prepared statements, without routes, roles or validation.
// Usage: node raw.mjs DATABASE RESIDENT_ID
// GET returns 50 fines of one person; POST, with a session's cookie, inserts one durably.
import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import Database from "better-sqlite3";

const [file = "", residentId = ""] = process.argv.slice(2);
const db = new Database(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
const list = db.prepare("SELECT * FROM fines WHERE resident_id = ? ORDER BY id DESC LIMIT 50");
const session = db.prepare(
  "SELECT account_id FROM sessions WHERE token_hash = ? AND expires_at > ?",
);
const insert = db.prepare(
  `INSERT INTO fines (id, resident_id, status, type, amount_cents, reason, issued_at, due_date, room_no, reference)
   VALUES (?, ?, 'Unpaid', ?, ?, ?, ?, ?, '', ?)`,
);

function answer(response, value) {
  const body = JSON.stringify(value);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

function add(text, cookie) {
  const token = /sid=([\w-]+)/.exec(cookie)?.[1] ?? "";
  const now = new Date().toISOString();
  const who = session.get(createHash("sha256").update(token).digest("base64url"), now);
  if (!who) throw new Error("nobody is signed in");
  const { residentId: whose, type, amountCents, dueDate, reason } = JSON.parse(text);
  const id = randomUUID();
  insert.run(id, whose, type, amountCents, reason, now, dueDate, id);
  return { id };
}

const server = createServer((request, response) => {
  if (request.method === "GET") return answer(response, list.all(residentId));
  let text = "";
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => answer(response, add(text, request.headers.cookie ?? "")));
});
server.listen(0, "127.0.0.1", () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}`),
);
