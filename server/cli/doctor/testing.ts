import { chmodSync, cpSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { newFolder } from "../../platform/backup/testing.ts";
import { built, filesOf } from "../testing.ts";
import { checkNode } from "./machine.ts";

/** Whether the Node that runs the tests is out of care, which every doctor then says. */
export const agedNode = checkNode(process.versions.node).verdict === "warn" ? 1 : 0;

/** The doctor as it is shipped, and houses to show it; for one test file. */
export async function openPractice() {
  const { stoep, serve, folder } = await built();
  // Others, as whom it is run too, may look where it lies.
  chmodSync(folder, 0o755);
  const original = join(folder, "house");
  await stoep(original, ["demo"]);
  return {
    stoep,
    serve,
    listen,
    /** A lived-in house; its files are its user's alone, as the server makes them. */
    copyBuilding(): string {
      const data = join(newFolder(), "data");
      cpSync(original, data, { recursive: true });
      // Node 24 copies folders without their rights.
      chmodSync(data, 0o700);
      return data;
    },
    /** What the doctor says, and that it left the folder as it was. */
    async examine(data: string, env: Record<string, string> = {}, uid?: number) {
      const before = filesOf(data);
      const { code, out, err } = await stoep(data, ["doctor"], {
        env: { PORT: await freePort(), ...env },
        ...(uid !== undefined && { uid }),
      });
      expect(err).toBe("");
      expect(filesOf(data)).toEqual(before);
      return { code, out };
    },
  };
}

/** A port nobody listens on. */
async function freePort(): Promise<string> {
  const { port, server } = await listen();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Another program on a port. @param health what it answers, whatever it is asked */
async function listen(health: object = {}): Promise<{ port: string; server: Server }> {
  const server = createServer((_, answer) => answer.end(JSON.stringify(health)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: String((server.address() as AddressInfo).port), server };
}
