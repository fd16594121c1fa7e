import { Listing } from "../database/list.ts";
import { mostBytes } from "../database/pagination.ts";
import { AppError } from "../errors.ts";

/**
 * The bytes that queries of one batch share. Each is made when those before it are done, so that one
 * that finds no room any more is not even read.
 */
export class BatchRoom {
  readonly #share: number;
  #bytesLeft = mostBytes;
  #before: Promise<unknown> = Promise.resolve();

  constructor(calls: number) {
    this.#share = Math.floor(mostBytes / calls);
  }

  /** Makes a query. @throws request.answer_too_large */
  async make<Result extends { ok: boolean; data?: unknown }>(
    query: () => Promise<Result>,
  ): Promise<Result> {
    const before = this.#before;
    let done = () => {};
    this.#before = new Promise<void>((resolve) => {
      done = resolve;
    });
    try {
      await before;
      if (this.#bytesLeft <= 0) throw new AppError("request.answer_too_large");
      const result = await query();
      this.#bytesLeft -= this.#bytesOf(result.data);
      if (this.#bytesLeft < 0) throw new AppError("request.answer_too_large");
      return result;
    } finally {
      done();
    }
  }

  /** A list is read when it is told, and ends where its share does. */
  #bytesOf(data: unknown): number {
    if (data instanceof Listing) return this.#share;
    return data === undefined ? 0 : Buffer.byteLength(JSON.stringify(data) ?? "");
  }
}
