// The yardstick: bare node:http and one prepared statement, no session, no validation.
// Usage: node raw.mjs DATABASE RESIDENT_ID
import { createServer } from "node:http";
import Database from "better-sqlite3";

const [file = "", residentId = ""] = process.argv.slice(2);
const db = new Database(file, { readonly: true });
const list = db.prepare("SELECT * FROM fines WHERE resident_id = ? ORDER BY id DESC LIMIT 50");

const server = createServer((_request, response) => {
  const body = JSON.stringify(list.all(residentId));
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, "127.0.0.1", () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}`),
);
