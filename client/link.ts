/** How a query is asked. */
export interface Manner {
  context?:
    | {
        /** Its input goes in the body and stands in no address. */
        secret?: boolean;
        /** Its answer may take long, which no other should wait for. */
        alone?: boolean;
      }
    | undefined;
  signal?: AbortSignal | null | undefined;
}

interface PendingCall {
  path: string;
  input: string;
  signal: AbortSignal | null | undefined;
  resolve: (data: unknown) => void;
  reject: (why: unknown) => void;
}
type TrpcResponse = { result: { data?: unknown } } | { error: { message: string; data?: unknown } };

const prefix = "/api/trpc/";
/** What the server takes in one batch, and an address that everything on the way to it takes. */
const most = 10;
const longest = 2000;

/** The server's no. */
export class Refused extends Error {
  readonly data: unknown;
  constructor({ message, data }: { message: string; data?: unknown }) {
    super(message);
    this.data = data;
  }
}

/** The questions of this turn, and how long the address of them all is. */
let waiting: PendingCall[] = [];
let length = 0;

/**
 * Asks a query. What is asked in the same turn goes as one batch, and each is answered by itself. A whole
 * list comes whole: where the server ends it for its length, it is asked on from there.
 */
export async function ask(path: string, given: unknown, manner?: Manner): Promise<unknown> {
  const answer = await askOnce(path, given, manner);
  if ((given as Whole | undefined)?.limit !== "all") return answer;
  let { rows, nextCursor } = answer as List;
  while (nextCursor) {
    const input = { ...(given as Whole), cursor: nextCursor };
    const more = (await askOnce(path, input, manner).catch(waitIfTooFast)) as List | null;
    if (!more) continue;
    rows = rows.concat(more.rows);
    ({ nextCursor } = more);
  }
  return { ...(answer as List), rows, nextCursor };
}

interface Whole {
  limit?: unknown;
}
interface List {
  rows: unknown[];
  nextCursor: string | null;
}

const codeOf = (refused: unknown): string | undefined =>
  refused instanceof Refused
    ? (refused.data as { reason?: { code: string } } | undefined)?.reason?.code
    : undefined;

/** A list in the middle of which the server says to go slower is asked on a second later. */
async function waitIfTooFast(refused: unknown): Promise<null> {
  if (codeOf(refused) !== "request.too_many") throw refused;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return null;
}

function askOnce(path: string, given: unknown, { context, signal }: Manner = {}) {
  if (context?.secret) return post(path, given, signal);
  return new Promise<unknown>((resolve, reject) => {
    const input = encodeURIComponent(JSON.stringify(given) ?? "");
    const pendingCall = { path, input, signal, resolve, reject };
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
    if (context?.alone) return send([pendingCall]);
    const size = path.length + input.length + 12;
    if (waiting.length === most || length + size > longest) sendWaiting();
    length += size;
    if (waiting.push(pendingCall) === 1) setTimeout(sendWaiting);
  });
}

function sendWaiting() {
  const calls = waiting;
  waiting = [];
  length = 0;
  send(calls.filter(({ signal }) => !signal?.aborted));
}

function send(calls: PendingCall[]) {
  const [first] = calls;
  if (!first) return;
  const inputs = calls.flatMap(({ input }, place) => (input ? `%22${place}%22:${input}` : []));
  const search =
    calls.length > 1 ? `?batch=1&input=%7B${inputs}%7D` : first.input && `?input=${first.input}`;
  const unwanted = new AbortController();
  let wanted = calls.length;
  for (const { signal } of calls)
    signal?.addEventListener("abort", () => {
      wanted -= 1;
      if (wanted === 0) unwanted.abort();
    });
  const response = call(calls.map(({ path }) => path) + search, { signal: unwanted.signal });
  calls.forEach(({ resolve, reject }, place) => {
    // What is no list answers them all.
    response
      .then((each) => dataOf(each[place] ?? each))
      .then(resolve, (refused) => {
        // What found no room beside the others is asked by itself.
        const isCrowded = calls.length > 1 && codeOf(refused) === "request.answer_too_large";
        if (isCrowded) send([calls[place] as PendingCall]);
        else reject(refused);
      });
  });
}

/** Attempts still without an answer, by what they would do: sending the same again reuses the key. */
const unanswered = new Map<string, string>();
// crypto.randomUUID is missing on plain http.
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Makes a call with its input in the body: all that change something. */
export async function post(path: string, input: unknown, signal: Manner["signal"] = null) {
  const body = JSON.stringify(input);
  const attempt = `${path} ${body}`;
  const key = unanswered.get(attempt) ?? newKey();
  unanswered.set(attempt, key);
  const response = await call(path, {
    method: "POST",
    headers: { "content-type": "application/json", "Idempotency-Key": key },
    body: body ?? null,
    signal,
  });
  unanswered.delete(attempt);
  return dataOf(response);
}

async function call(address: string, init: RequestInit) {
  try {
    return await (await fetch(prefix + address, init)).json();
  } catch (cause) {
    // A TypeError would say that a file of ours is missing.
    throw new Error(String(cause), { cause });
  }
}

function dataOf(response: TrpcResponse): unknown {
  if ("error" in response) throw new Refused(response.error);
  return response.result.data;
}
