import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "../server/router.ts";

type Call = Parameters<ReturnType<TRPCLink<AppRouter>>>[0]["op"];

/** Attempts still without an answer, by what they would do: sending the same again reuses the key. */
const unanswered = new Map<string, string>();
// crypto.randomUUID is missing on plain http.
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * One request per call, as tRPC's own httpLink makes it; the library's links weigh 3 KB on every
 * first load. `context: { secret: true }` puts a query's input into the body: it stands in no address.
 */
export const link: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      void answerTo(op).then(
        (data) => {
          observer.next({ result: { type: "data", data } });
          observer.complete();
        },
        (error) => observer.error(TRPCClientError.from(error)),
      );
    });

async function answerTo({ type, path, input, context, signal = null }: Call): Promise<unknown> {
  const body = JSON.stringify(input);
  const address = `/api/trpc/${path}`;
  if (type === "query" && !context.secret) {
    const search = body ? `?input=${encodeURIComponent(body)}` : "";
    return read(await fetch(address + search, { signal }));
  }
  const attempt = `${path} ${body}`;
  const key = unanswered.get(attempt) ?? newKey();
  unanswered.set(attempt, key);
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", "Idempotency-Key": key },
    body: body ?? null,
    signal,
  });
  unanswered.delete(attempt);
  return read(answer);
}

async function read(answer: Response): Promise<unknown> {
  const told = await answer.json();
  if ("error" in told) throw TRPCClientError.from(told);
  return told.result.data;
}
