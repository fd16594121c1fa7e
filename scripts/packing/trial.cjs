// Tests the database module in a folder with the Node that runs this: `node trial.cjs FOLDER`. It
// makes statements that are garbage-collected while nothing else runs, which crashed Node 24 with a
// wrongly compiled module.
const { createRequire } = require("node:module");
const { join } = require("node:path");

const Database = createRequire(join(process.argv[2], "package.json"))("better-sqlite3");
const database = new Database(":memory:");
let left = 40;
const again = setInterval(() => {
  for (let at = 0; at < 2000; at++) database.prepare("SELECT 1").get();
  const garbage = [];
  for (let at = 0; at < 100_000; at++) garbage.push({ at });
  if (--left === 0) clearInterval(again);
}, 5);
