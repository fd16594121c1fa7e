import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

// A browser sends a change on one connection and then requests the list on another. The operating
// system may deliver the second first, and then the list would be the old one.

/** The longest that a change delays reads of its session, in milliseconds since it arrived. */
const longestWaitMs = 2_000;

interface Change {
  request: IncomingMessage;
  arrivedAt: number;
  answered: Promise<void>;
}

/** Call it after all other listeners for requests are added, because it wraps them. */
export function keepRequestOrder(app: FastifyInstance): void {
  const pending = new Map<string, Set<Change>>();
  /** How many reads of each connection are in the short delay that all reads get. */
  const heldBack = new WeakMap<Socket, number>();

  function noteChange(request: IncomingMessage, response: ServerResponse): void {
    const session = sessionOf(request);
    if (session === undefined) return;
    const changes = pending.get(session) ?? new Set();
    const answered = new Promise<void>((resolve) => response.once("close", resolve));
    const change = { request, arrivedAt: performance.now(), answered };
    pending.set(session, changes.add(change));
    void answered.then(() => {
      changes.delete(change);
      if (changes.size === 0 && pending.get(session) === changes) pending.delete(session);
    });
  }

  /** The changes a read must wait for; null, as nearly always, if there are none. */
  function changesBefore(request: IncomingMessage, arrivedAt: number): Promise<unknown> | null {
    const changes = pending.size > 0 && pending.get(sessionOf(request) ?? "");
    if (!changes) return null;
    const now = performance.now();
    const left = (change: Change) => longestWaitMs - (now - change.arrivedAt);
    const awaited = [...changes].filter(
      (change) =>
        left(change) > 0 &&
        !isUploading(change.request) &&
        // A change that came after this read on the same connection is also answered after it.
        (change.request.socket !== request.socket || change.arrivedAt < arrivedAt),
    );
    if (awaited.length === 0) return null;
    const all = Promise.all(awaited.map(({ answered }) => answered));
    return within(all, Math.max(...awaited.map(left)));
  }

  const [others] = app.server.listeners("request") as RequestListener[];
  app.server.removeAllListeners("request").on("request", (request, response) => {
    const pass = () => others?.(request, response);
    const { socket } = request;
    if (!isRead(request)) {
      noteChange(request, response);
      // A change behind a delayed read on the same connection is delayed as well.
      return heldBack.get(socket) ? inTwoTurns(pass) : pass();
    }
    if (!isAboutSomebody(request)) return pass();
    const arrivedAt = performance.now();
    heldBack.set(socket, (heldBack.get(socket) ?? 0) + 1);
    const readIt = () => {
      heldBack.set(socket, (heldBack.get(socket) ?? 0) - 1);
      const changes = changesBefore(request, arrivedAt);
      if (changes) void changes.then(pass);
      else pass();
    };
    // This turn of the event loop handles data on existing connections, and the next one new
    // connections.
    inTwoTurns(readIt);
  });
}

const inTwoTurns = (work: () => void) => setImmediate(() => setImmediate(work));

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

const isAboutSomebody = ({ url = "", headers }: IncomingMessage) =>
  url.startsWith("/api/") && (headers.cookie !== undefined || headers.authorization !== undefined);

const sessionOf = ({ headers }: IncomingMessage): string | undefined =>
  headers.authorization ?? /(?:^|;\s*)(?:__Host-)?sid=([^;]+)/.exec(headers.cookie ?? "")?.[1];

/** An upload may take a minute, and nobody expects to see the file before it has arrived. */
const isUploading = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && /^multipart\//i.test(headers["content-type"] ?? "");

function within(work: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
