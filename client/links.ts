import { onlineManager } from "@tanstack/react-query";
import {
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  type Operation,
  type OperationResultEnvelope,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from "@trpc/client";
import { observable, observableToPromise } from "@trpc/server/observable";
import type { AppRouter } from "../server/api/router.ts";
import { reauthenticated } from "./features/account/reauthentication.ts";
import { checkConnection } from "./offline/connection.ts";

const url = "/api/trpc";
const keyHeader = "Idempotency-Key";

type Answer = OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>;
type Call = (op: Operation) => Promise<Answer>;

/** Why the server refused; null when no answer came at all. */
export function reasonOf(error: unknown) {
  if (!(error instanceof TRPCClientError)) return null;
  const { data, meta } = error as TRPCClientError<AppRouter>;
  // What is refused before any procedure is answered as by REST.
  const answer = meta?.responseJSON as NonNullable<typeof data>["reason"];
  return data?.reason ?? (answer?.code && answer.message ? answer : null);
}

/** What a call or a form is about: the ids in its input, or nothing. */
export function idsIn(input: unknown) {
  const isId = ([name, value]: [string, unknown]) => /^id$|Ids?$/.test(name) && value !== undefined;
  const ids = Object.entries(input ?? {}).filter(isId);
  return ids.length > 0 ? JSON.stringify(ids) : "";
}

/** A link around queries or mutations, which may make a call more than once. */
const around =
  (
    type: Operation["type"],
    handle: (op: Operation, call: Call) => Promise<Answer>,
  ): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    if (op.type !== type) return next(op);
    return observable((observer) => {
      handle(op, (each) => observableToPromise(next(each))).then(
        (answer) => {
          observer.next(answer);
          observer.complete();
        },
        (error) => observer.error(error),
      );
    });
  };

const withContext = (op: Operation, context: Context): Operation => ({
  ...op,
  context: { ...op.context, ...context },
});

interface Context {
  /** The input goes in the body, so that no address and no log contains it. */
  secret?: boolean;
  /** The answer may take long, so the call is not batched with others. */
  alone?: boolean;
  idempotencyKey?: string;
}
const contextOf = ({ context }: Operation): Context => context;

interface List {
  rows: unknown[];
  nextCursor: string | null;
}

/** Fetches a whole list in pages, because the server limits the length of an answer. */
const wholeLists = around("query", async (op, call) => {
  const answer = await call(op);
  const input = op.input as { limit?: unknown } | undefined;
  if (input?.limit !== "all") return answer;
  const { data } = answer.result as { data: List };
  let { rows, nextCursor } = data;
  while (nextCursor) {
    const next = { ...op, input: { ...input, cursor: nextCursor } };
    const more = await call(next).catch(waitIfTooMany);
    if (!more) continue;
    const page = (more.result as { data: List }).data;
    rows = rows.concat(page.rows);
    nextCursor = page.nextCursor;
  }
  return { ...answer, result: { ...answer.result, data: { ...data, rows, nextCursor } } } as Answer;
});

/** In the middle of a list, waits a second when the server says to slow down. */
async function waitIfTooMany(error: unknown): Promise<null> {
  if (reasonOf(error)?.code !== "request.too_many") throw error;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return null;
}

/** Sends a query again, alone, if its answer was too large for the batch. */
const roomForLarge = around("query", async (op, call) => {
  try {
    return await call(op);
  } catch (error) {
    const isCrowded = reasonOf(error)?.code === "request.answer_too_large";
    if (!isCrowded || contextOf(op).alone) throw error;
    return call(withContext(op, { alone: true }));
  }
});

// crypto.randomUUID is missing on plain HTTP.
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** After that, whoever sends the same again means it anew: somebody may have undone the first one. */
const repeatedWithinMs = 10 * 60_000;

/** By then the next press had better send it again. To look into a backup may take minutes. */
const answeredWithinMs = (path: string) => (path.startsWith("admin.backups.") ? 600_000 : 30_000);

type Unanswered = Map<string, { key: string; at: number }>;

const isUndo = (path: string) => /\.undo/.test(path);

/** They are stored for the tab, to outlive a reload; a sign-out empties that. A browser may store nothing. */
function unanswered<Found>(use: (all: Unanswered) => Found): Found {
  const name = "unanswered";
  const all: Unanswered = new Map();
  try {
    for (const [attempt, each] of JSON.parse(sessionStorage.getItem(name) ?? "[]"))
      if (Date.now() - each.at < repeatedWithinMs) all.set(attempt, each);
  } catch {}
  const found = use(all);
  try {
    sessionStorage.setItem(name, JSON.stringify([...all]));
  } catch {}
  return found;
}

/** Tells inputs apart without storing them. crypto.subtle is missing on plain HTTP. */
function digestOf(text: string): string {
  let [one, other] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    other = Math.imul(other + text.charCodeAt(at), 0x85ebca6b) ^ (other >>> 15);
  }
  return `${one} ${other}`;
}

/** Sends a repeated change with the same key until it is answered, so that it happens only once. */
function idempotencyKeys(): TRPCLink<AppRouter> {
  // Mixed into the digest of a password, so that nobody can guess that; a reload ends it.
  const page = newKey();
  return around("mutation", async (op, call) => {
    const ids = idsIn(op.input);
    const change = `${op.path} ${ids} `;
    const input = `${JSON.stringify(op.input)}`;
    const isSecret = op.path.startsWith("public.") || /pass(word|phrase)/i.test(input);
    const attempt = change + digestOf(isSecret ? page + input : input);
    const key = unanswered((all) => all.get(attempt)?.key) ?? newKey();
    const remember = () => unanswered((all) => all.set(attempt, { key, at: Date.now() }));
    remember();
    try {
      // Older phones lack it, and wait.
      const signal = AbortSignal.timeout?.(answeredWithinMs(op.path)) ?? op.signal;
      const answer = await call({ ...withContext(op, { idempotencyKey: key }), signal });
      unanswered((all) => {
        all.delete(attempt);
        // It has replaced what an earlier one left, so sending that one again is a new change. What
        // creates something replaces nothing. What an Undo took back may have been done again.
        const isReplaced = (each: string) =>
          (ids && each.startsWith(change)) || (isUndo(each) && !isUndo(op.path));
        for (const each of all.keys()) if (isReplaced(each)) all.delete(each);
      });
      return answer;
    } catch (error) {
      if (error instanceof TRPCClientError && error.shape) unanswered((all) => all.delete(attempt));
      // Another change may have been answered meanwhile.
      else remember();
      throw error;
    }
  });
}

const offline = {
  error: {
    message: "offline",
    code: -32_603,
    data: {
      reason: {
        code: "request.offline",
        message: "You are offline: nothing was sent and nothing changed. Try again later.",
      },
    },
  },
};

/** Refuses changes while the server does not answer, so that none is sent later unnoticed. */
const onlyOnline = around("mutation", async (op, call) => {
  if (onlineManager.isOnline() || (await checkConnection())) return call(op);
  throw TRPCClientError.from(offline);
});

export const links = (): TRPCLink<AppRouter>[] => [
  onlyOnline,
  around("mutation", (op, call) => reauthenticated(() => call(op))),
  wholeLists,
  roomForLarge,
  idempotencyKeys(),
  splitLink({
    condition: ({ type }) => type === "subscription",
    true: httpSubscriptionLink({ url }),
    false: splitLink({
      condition: (op) => contextOf(op).secret === true,
      true: httpLink({ url, methodOverride: "POST" }),
      false: splitLink({
        condition: (op) => op.type === "mutation" || contextOf(op).alone === true,
        true: httpLink({
          url,
          headers({ op }) {
            const { idempotencyKey } = contextOf(op);
            return idempotencyKey ? { [keyHeader]: idempotencyKey } : {};
          },
        }),
        // The server's limit for a batch, and a length of address that every proxy accepts.
        false: httpBatchLink({ url, maxItems: 10, maxURLLength: 2000 }),
      }),
    }),
  }),
];
