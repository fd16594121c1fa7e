import { Listing } from "../database/list.ts";
import { mostBytes } from "../database/pagination.ts";
import { requestError } from "../errors.ts";

/** The most bytes around a result: `{"result":{"data":…}}` and a comma. */
const envelope = 23;

/** The bytes that a batch's queries share. They run in turn, and not at all if none are left. */
export class BatchRoom {
  readonly #share: number;
  #bytesLeft = mostBytes;
  #before: Promise<unknown> = Promise.resolve();

  constructor(calls: number) {
    this.#share = Math.floor(mostBytes / calls);
  }

  /** Runs a query. @throws request.answer_too_large */
  make<Result extends { ok: boolean; data?: unknown }>(
    query: () => Promise<Result>,
  ): Promise<Result> {
    const made = this.#before.then(async () => {
      if (this.#bytesLeft <= 0) throw requestError("request.answer_too_large");
      const result = await query();
      this.#bytesLeft -= this.#bytesOf(result.data) + envelope;
      if (this.#bytesLeft < 0) throw requestError("request.answer_too_large");
      return result;
    });
    this.#before = made.catch(() => undefined);
    return made;
  }

  /** A list is read while it is sent, and ends when its share is used up. */
  #bytesOf(data: unknown): number {
    if (data instanceof Listing) return this.#share;
    return data === undefined ? 0 : Buffer.byteLength(JSON.stringify(data) ?? "");
  }
}
