import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { moveDate } from "./givenTime.ts";
import { newFolder, startServer } from "./testServer.ts";

/** Starts a server whose clock the test puts on, as if it had waited. */
export async function startWithHandClock() {
  const file = join(newFolder(), "milliseconds");
  const program = `import { readFileSync, rmSync } from "node:fs";
    process.on("SIGUSR2", () => {
      (${moveDate})(Number(readFileSync(${JSON.stringify(file)})));
      rmSync(${JSON.stringify(file)});
    });`;
  const load = `--import=data:text/javascript,${encodeURIComponent(program)}`;
  const server = await startServer(undefined, {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${load}`,
  });
  const pass = async (ms: number) => {
    writeFileSync(file, `${ms}`);
    server.signal("SIGUSR2");
    await expect.poll(() => existsSync(file)).toBe(false);
  };
  return { ...server, pass };
}
