// The list as one would write it with Express and Prisma: it finds the person by the cookie, then
// their fines. Usage: node server.mjs DATABASE, in the folder where both are installed.
import { createHash } from "node:crypto";
import { argv } from "node:process";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import express from "express";
import client from "./client/index.js";

const adapter = new PrismaBetterSqlite3({ url: `file:${argv[2]}` });
const prisma = new client.PrismaClient({ adapter });
const app = express();

app.use(async (request, response, next) => {
  const token = /(?:^|; )sid=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
  const session = await prisma.session.findUnique({
    where: { tokenHash: createHash("sha256").update(token).digest("base64url") },
    include: { account: true },
  });
  if (!session || session.expiresAt <= new Date().toISOString() || session.account.removedAt)
    return response.status(401).json({ error: "Nobody is signed in." });
  request.account = session.account;
  return next();
});

app.get("/fines", async (request, response) => {
  const fines = await prisma.fine.findMany({
    where: { residentId: request.account.id },
    include: { resident: { select: { name: true, surname: true } } },
    orderBy: { id: "desc" },
    take: 50,
  });
  response.json({ rows: fines });
});

const server = app.listen(0, "127.0.0.1", () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}`),
);
