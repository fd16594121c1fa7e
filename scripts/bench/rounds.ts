import autocannon from "autocannon";
import type { Line } from "./report.ts";
import { type Served, waitedMs } from "./serve.ts";

/** A request to send over and over. */
export interface Target {
  name: string;
  server: Served;
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** The request's body, different each time. */
  body?: (count: number) => string;
  /** Sends the ETag of the response, and expects a 304 each time. */
  known?: boolean;
}

export interface LoadProfile {
  rounds: number;
  seconds: number;
}

/** The result of one round. */
export interface Round {
  perSecond: number;
  /** In ms. */
  p99: number;
  /**
   * The share of its core the server used; it needs none while the disk writes or there are no
   * requests.
   */
  busy: number;
  /** The share of the time the server or the load was ready to run but others had its core. */
  waited: number;
}

/** The headers of a request by a client that has the response already. */
async function withTag({ server, path, headers }: Target): Promise<Record<string, string>> {
  const answer = await fetch(new URL(path, server.url), headers ? { headers } : {});
  await answer.arrayBuffer();
  return { ...headers, "if-none-match": answer.headers.get("etag") ?? "" };
}

const connections = 16;
let count = 0;

/**
 * Sends requests over 16 connections as fast as the responses come.
 * @throws when a response is an error, or not the expected 304
 */
export async function load(target: Target, seconds: number): Promise<Round> {
  const { server, path, method = "GET", body } = target;
  const headers = target.known ? await withTag(target) : target.headers;
  const next = (request: autocannon.Request) => {
    count += 1;
    return { ...request, path, ...(body && { body: body(count) }) };
  };
  const [begun, busy] = [performance.now(), server.cpuMs()];
  const waits = () => [server.waitedMs(), waitedMs(process.pid)];
  const before = waits();
  // autocannon's own summary has only whole milliseconds.
  const times: number[] = [];
  const found = await autocannon({
    url: server.url,
    ...(headers && { headers }),
    connections,
    duration: seconds,
    requests: [{ method, setupRequest: next }],
    setupClient: (client) => {
      client.on("response", (_status, _bytes, ms) => times.push(ms));
    },
  });
  const wanted = target.known ? found["3xx"] : found["2xx"];
  const others = found["2xx"] + found.non2xx - wanted;
  if (others || found.errors)
    throw new Error(`${target.name}: ${others} other answers, ${found.errors} errors.`);
  const took = performance.now() - begun;
  const sorted = Float64Array.from(times).sort();
  return {
    perSecond: (times.length / took) * 1000,
    p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
    busy: (server.cpuMs() - busy) / took,
    waited: Math.min(1, Math.max(...waits().map((ms, at) => ms - (before[at] ?? 0))) / took),
  };
}

/** The rounds of each target by its name. */
export type Rounds = (name: string) => readonly Round[];

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const summaryOf = ({ perSecond, p99, busy, waited }: Round) =>
  `${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(2)} ms, busy ${percent(busy)}, waited ${percent(waited)}`;

/**
 * Loads the targets in turn, round after round, so that other load on the machine affects all
 * alike.
 */
export async function interleaved(
  targets: readonly Target[],
  profile: LoadProfile,
): Promise<Rounds> {
  for (const target of targets) await load(target, 2);
  const seen = new Map<string, Round[]>();
  for (let round = 1; round <= profile.rounds; round += 1)
    for (const target of targets) {
      const one = await load(target, profile.seconds);
      seen.set(target.name, [...(seen.get(target.name) ?? []), one]);
      console.error(`  round ${round}, ${target.name}: ${summaryOf(one)}`);
    }
  return (name) => seen.get(name) ?? [];
}

/** The ratio of two rates in each round. */
export const against = (
  what: string,
  [ours, theirs]: readonly [readonly Round[], readonly Round[]],
  goal: Line["goal"],
  of: "perSecond" | "p99" = "perSecond",
): Line => ({
  what,
  goal,
  disturbed: Math.max(...[...ours, ...theirs].map(({ waited }) => waited)),
  rounds: ours.map((round, at) => round[of] / (theirs[at]?.[of] ?? Number.NaN)),
});
