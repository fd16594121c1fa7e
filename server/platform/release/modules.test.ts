import { expect, test } from "vitest";
import { missingFor, tooOldFor } from "./modules.ts";

test.each([
  ["2.31", "2.29", null],
  ["2.29", "2.29", null],
  ["2.28", "2.29", "needs glibc 2.29 or newer, and this machine has 2.28."],
  ["2.4", "2.29", "needs glibc 2.29 or newer, and this machine has 2.4."],
  [null, "2.29", "this machine has another C library"],
])("with glibc %s a release that needs %s: %s", (present, glibc, says) => {
  const problem = tooOldFor({ glibc, glibcxx: "3.4.21" }, present);
  if (says === null) expect(problem).toBeNull();
  else expect(problem).toContain(says);
});

test.each([
  [
    "/lib/x86_64-linux-gnu/libm.so.6: version `GLIBC_9.34' not found (required by better_sqlite3.node)",
    "The database module needs glibc 9.34 or newer, and this machine has",
  ],
  ["/lib/libstdc++.so.6: version `GLIBCXX_3.4.99' not found", "needs a newer libstdc++"],
  ["libstdc++.so.6: cannot open shared object file: No such file", "needs libstdc++.so.6"],
  ["was compiled against a different Node.js version", "was made for another Node than"],
  ["it is broken", "cannot be loaded (it is broken)"],
])("what the loader says, %j, is said in words", (message, words) => {
  expect(missingFor(message)).toContain(words);
});
