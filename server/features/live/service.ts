import { Readable } from "node:stream";
import { type TrackedEnvelope, tracked } from "@trpc/server";
import type { SignedIn } from "../../platform/auth/sessions/sessions.ts";
import type { Live, LiveEvent } from "../../platform/live/live.ts";

interface Tab {
  live: Live;
  account: SignedIn;
  accountNow: () => SignedIn | null;
}

/** A tab that reads no more than this many events has to come back, and goes on where it was. */
const mostUnread = 1_000;

/**
 * The events that one tab of a browser hears of, until its session ends or it goes away. The first
 * has the topic "begin": from its id on, nothing is missed.
 * @throws request.too_many, server.busy
 */
export function eventsForTab(
  { live, account, accountNow }: Tab,
  since: string | null | undefined,
  signal: AbortSignal | undefined,
) {
  const heard = new Readable({ objectMode: true, read() {} });
  const { position, missed, stop } = live.listen(
    {
      account: accountNow,
      ...(account.sessionId && { session: account.sessionId }),
      send: (events) => {
        for (const event of events) heard.push(event);
        if (heard.readableLength <= mostUnread) return;
        stop();
        heard.push(null);
      },
      end: () => void heard.push(null),
    },
    since ?? undefined,
  );
  heard.once("close", stop);
  signal?.addEventListener("abort", () => heard.destroy(), { once: true });
  return inTurn(position, missed, heard);
}

type Sent = TrackedEnvelope<Omit<LiveEvent, "topic"> & { topic: LiveEvent["topic"] | "begin" }>;

async function* inTurn(
  position: string,
  missed: readonly LiveEvent[],
  heard: Readable,
): AsyncGenerator<Sent, void> {
  try {
    for (const event of missed) yield tracked(event.id, event);
    yield tracked(position, { id: position, topic: "begin", about: "" });
    for await (const event of heard as AsyncIterable<LiveEvent>) yield tracked(event.id, event);
  } catch (error) {
    // The browser went away, which destroys it in the middle of waiting.
    if (!heard.destroyed) throw error;
  } finally {
    heard.destroy();
  }
}
