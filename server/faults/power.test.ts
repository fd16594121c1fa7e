import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { tool } from "../../scripts/tool.ts";
import { built, copyOf } from "../cli/testing.ts";
import { newFolder } from "../platform/backup/testing.ts";
import { announced, demoBuilding, signedIn, soundness, unhurried } from "./testing.ts";

// A power cut loses everything that was not synced to the disk. strace records each thing the
// server does to its database; then the files are rebuilt as a cut would have left them.

const program = await built();
const { programs } = program;
const { copy, people } = await demoBuilding(program);

interface Step {
  kind: "write" | "sync" | "cut off" | "answer";
  file: string;
  bytes: Buffer;
  at: number;
}

const unescaped = (text: string) => Buffer.from(text.replaceAll("\\x", ""), "hex");

/** The actions of the server's main thread, in order. */
function readTrace(lines: string[], data: string): Step[] {
  return lines.flatMap((line): Step[] => {
    const [, call = "", path = "", rest = ""] = /^(\w+)\(\d+<([^>]*)>(.*)$/.exec(line) ?? [];
    const file = unescaped(path).toString();
    const none = { file, bytes: Buffer.alloc(0), at: 0 };
    if (/^(write|writev|sendto)$/.test(call)) return [{ ...none, kind: "answer" }];
    if (!file.startsWith(data) || !/stoep\.db(-wal)?$/.test(file)) return [];
    if (/sync$/.test(call)) return [{ ...none, kind: "sync" }];
    const written = /^, "([^"]*)", \d+, (\d+)\)/.exec(rest);
    if (call === "pwrite64" && written)
      return [
        { ...none, kind: "write", bytes: unescaped(written[1] ?? ""), at: Number(written[2]) },
      ];
    if (call === "ftruncate")
      return [{ ...none, kind: "cut off", at: Number(/^, (\d+)\)/.exec(rest)?.[1]) }];
    throw new Error(`A line of the trace was not understood: ${line.slice(0, 200)}`);
  });
}

function apply(content: Buffer, { kind, bytes, at }: Step): Buffer {
  if (kind === "cut off") return content.subarray(0, at);
  const after = Buffer.alloc(Math.max(content.length, at + bytes.length));
  content.copy(after);
  bytes.copy(after, at);
  return after;
}

/** The running child processes of a process. */
const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).toString().split(" ").filter(Boolean).map(Number);

/** Starts the server under strace, which records what its main thread does to files. */
async function traced(data: string, log: string) {
  const calls = "trace=pwrite64,fsync,fdatasync,ftruncate,write,writev,sendto";
  const words = ["-y", "-xx", "-s", "70000", "-e", calls, "-o", log, process.execPath];
  const child = spawn(tool("strace", "strace"), [...words, join(programs, "main.js")], {
    env: {
      PATH: process.env.PATH,
      STOEP_DATA: data,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "silent",
      ...unhurried,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Killing strace alone would leave the server running.
  const cut = () => {
    const [server] = childrenOf(child.pid ?? 0);
    if (server) process.kill(server, "SIGKILL");
  };
  onTestFinished(cut);
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    const found = /listening on (\S+)/.exec(line);
    if (found?.[1]) return { origin: found[1], child, cut };
  }
  throw new Error("The server did not start.");
}

test("after a power cut at any moment every answered change is there: what was not synced is lost", async () => {
  const data = copy();
  const before = copyOf(data);
  const log = join(newFolder(), "trace");
  const { origin, child, cut } = await traced(data, log);
  const anna = await signedIn(origin, people.admin);
  const messages = Array.from({ length: 40 }, (_, count) => `before the cut ${count}`);
  const marks: number[] = [];
  const lineCount = () => readFileSync(log, "latin1").split("\n").length;
  for (const message of messages) {
    const answer = await anna.ask("POST /api/property/admin/announcements", { message });
    expect(answer.status).toBe(201);
    marks.push(lineCount());
  }
  const ended = once(child, "exit");
  cut();
  await ended;

  const lines = readFileSync(log, "latin1").split("\n");
  /**
   * The database and its log as a power cut after `count` lines leaves them. With `lucky`, the
   * unsynced writes reached the disk too, all but one.
   */
  const cutAfter = (count: number, lucky: boolean) => {
    const copied = copyOf(before);
    const files = new Map<string, { synced: Buffer; pending: Step[] }>();
    for (const name of ["stoep.db", "stoep.db-wal"])
      files.set(join(data, name), { synced: read(join(before, name)), pending: [] });
    for (const step of readTrace(lines.slice(0, count), data)) {
      const state = files.get(step.file);
      if (!state) continue;
      if (step.kind !== "sync") state.pending.push(step);
      else Object.assign(state, { synced: state.pending.reduce(apply, state.synced), pending: [] });
    }
    for (const [path, { synced, pending }] of files) {
      const reached = lucky ? pending.filter((_, index) => index !== 1) : [];
      writeFileSync(path.replace(data, copied), reached.reduce(apply, synced));
    }
    rmSync(join(copied, "stoep.db-shm"), { force: true });
    return copied;
  };
  for (const lucky of [false, true])
    for (const answered of [1, 2, 9, 17, 28, 40]) {
      const copied = cutAfter(marks[answered - 1] ?? 0, lucky);
      const stored = announced(copied);
      expect(messages.slice(0, answered).filter((message) => !stored.has(message))).toEqual([]);
      expect(soundness(copied)).toEqual([]);
    }
  // Between two responses as well: the stored changes are whole and in order, whatever was in
  // progress.
  for (let line = marks[10] ?? 0; line < (marks[12] ?? 0); line += 3) {
    const copied = cutAfter(line, true);
    const stored = [...announced(copied)].filter((message) => message.startsWith("before the cut"));
    expect(stored.length).toBeGreaterThanOrEqual(11);
    expect(new Set(stored)).toEqual(new Set(messages.slice(0, stored.length)));
    expect(soundness(copied)).toEqual([]);
  }
});

const read = (path: string) => {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
};
