import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

// A browser sends a change over one connection and asks for the list over another. The operating system
// may hand out the second first, and then the list would be the old one.

/** A change holds reads of its session up for so long at most, counted from its arrival. */
const longestWaitMs = 2_000;

/** A change that is not answered yet. */
interface Change {
  request: IncomingMessage;
  arrivedAt: number;
  answered: Promise<void>;
}

/**
 * Has reads wait for the changes that the same session sent before them, over whichever connection.
 * Call it last of all that listens for requests: it passes them on to the others.
 */
export function keepRequestOrder(app: FastifyInstance): void {
  const pending = new Map<string, Set<Change>>();
  /** How many reads of a connection wait for a moment, as all do. */
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

  /** What a read has to wait for; null, as nearly always, when there is nothing. */
  function changesBefore(request: IncomingMessage, arrivedAt: number): Promise<unknown> | null {
    const changes = pending.size > 0 && pending.get(sessionOf(request) ?? "");
    if (!changes) return null;
    const now = performance.now();
    const left = (change: Change) => longestWaitMs - (now - change.arrivedAt);
    const awaited = [...changes].filter(
      (change) =>
        left(change) > 0 &&
        !isUploading(change.request) &&
        // Sent after this read on its own connection, it is answered after it.
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
      // Sent behind a read on its own connection, it comes behind it.
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
    // What is there already on other connections is looked at in this turn of the event loop, and in
    // the next one on a connection that is new.
    inTwoTurns(readIt);
  });
}

const inTwoTurns = (work: () => void) => setImmediate(() => setImmediate(work));

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

const isAboutSomebody = ({ url = "", headers }: IncomingMessage) =>
  url.startsWith("/api/") && (headers.cookie !== undefined || headers.authorization !== undefined);

/** What tells sessions apart: the cookie, or the token of a program. */
const sessionOf = ({ headers }: IncomingMessage): string | undefined =>
  headers.authorization ?? /(?:^|;\s*)(?:__Host-)?sid=([^;]+)/.exec(headers.cookie ?? "")?.[1];

/** A file may be on its way for a minute, and nobody expects to see it before it is there. */
const isUploading = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && /^multipart\//i.test(headers["content-type"] ?? "");

function within(work: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
