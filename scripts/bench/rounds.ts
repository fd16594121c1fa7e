import autocannon from "autocannon";

/** What is asked of a server, over and over. */
export interface Target {
  name: string;
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** What is sent, another one each time. */
  body?: (count: number) => string;
  /** Asks for another address each time, which answers the same: so that nothing kept helps. */
  fresh?: boolean;
}

/** Of several rounds: the middle one, and how far the others lie from it. */
export interface Figure {
  perSecond: number;
  p99: number;
  /** Half of what lies between the slowest and the fastest round, as a part of the middle one. */
  spread: number;
}

const connections = 16;
let count = 0;

async function load(target: Target, seconds: number) {
  const { url, method = "GET", headers = {}, body, fresh } = target;
  const { pathname, search } = new URL(url);
  const next = (request: autocannon.Request) => {
    count += 1;
    const path = fresh ? `${pathname}${search}${search ? "&" : "?"}n=${count}` : pathname + search;
    return { ...request, path, ...(body && { body: body(count) }) };
  };
  const result = await autocannon({
    ...{ url, headers, connections, duration: seconds },
    requests: [{ method, setupRequest: next }],
  });
  if (result.non2xx || result.errors)
    throw new Error(`${target.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Loads the targets in turn, round after round, so that whatever else the machine does hits all alike. */
export async function interleaved(
  targets: readonly Target[],
  { rounds = 5, seconds = 4 } = {},
): Promise<Map<string, Figure>> {
  for (const target of targets) await load(target, 2);
  const seen = new Map<string, Awaited<ReturnType<typeof load>>[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const target of targets)
      seen.set(target.name, [...(seen.get(target.name) ?? []), await load(target, seconds)]);
  return new Map(
    [...seen].map(([name, all]) => {
      const speeds = all.map(({ perSecond }) => perSecond);
      const middle = median(speeds);
      const spread = (Math.max(...speeds) - Math.min(...speeds)) / 2 / middle;
      return [name, { perSecond: middle, p99: median(all.map(({ p99 }) => p99)), spread }];
    }),
  );
}
