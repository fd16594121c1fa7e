// Checks the first load against its budget: `npm run bench:bundle`, which ends each build. Build
// the client first.
import { firstLoads } from "./firstLoad.ts";

const kb = (value: number) => value.toFixed(1).padStart(6);

console.log("First load, KB            gzip  brotli  budget");
for (const { what, gzip, brotli, budget } of firstLoads()) {
  const tooMuch = gzip > budget;
  if (tooMuch) process.exitCode = 1;
  console.log(what.padEnd(24), kb(gzip), kb(brotli), `  ≤ ${budget}`, tooMuch ? "TOO MUCH" : "");
}
