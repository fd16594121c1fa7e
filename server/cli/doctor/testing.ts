import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { freePort } from "../../fixtures/freePort.ts";
import { built, copyOf, filesOf } from "../testing.ts";
import { checkNode } from "./machine.ts";

/**
 * The doctor's warnings about Node itself: one when the Node that runs the tests is no longer
 * supported.
 */
export const agedNode = checkNode(process.versions.node).verdict === "warn" ? 1 : 0;

/** The doctor as it is shipped, and data folders for it to check; for one test file. */
export async function openPractice() {
  const { stoep, serve, demo, folder } = await built();
  const original = join(folder, "house");
  await demo(original);
  return {
    stoep,
    serve,
    listen,
    /** A data folder in use; its files belong to one user alone, as the server makes them. */
    copyBuilding: () => copyOf(original),
    /** Runs the doctor, and asserts that it changed nothing in the folder. */
    async examine(data: string, env: Record<string, string> = {}, uid?: number) {
      const before = filesOf(data);
      const { code, out, err } = await stoep(data, ["doctor"], {
        env: { PORT: `${await freePort()}`, ...env },
        ...(uid !== undefined && { uid }),
      });
      expect(err).toBe("");
      expect(filesOf(data)).toEqual(before);
      return { code, out };
    },
  };
}

/** Another program on a port. @param health its answer to every request */
async function listen(health: object = {}): Promise<{ port: string; server: Server }> {
  const server = createServer((_, answer) => answer.end(JSON.stringify(health)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: String((server.address() as AddressInfo).port), server };
}
