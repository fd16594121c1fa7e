import { wordsOf } from "../trpc.ts";

export interface Sent<Row> {
  done: Row[];
  refused: { id: string; name: string; why: string }[];
}

/** Sends something for each row, one after the other. What is refused for one is still sent for the rest. */
export async function sendEach<Row extends { id: string }>(
  rows: readonly Row[],
  send: (row: Row, index: number) => Promise<unknown>,
  name: (row: Row) => string,
): Promise<Sent<Row>> {
  const sent: Sent<Row> = { done: [], refused: [] };
  for (const [index, row] of rows.entries()) {
    try {
      await send(row, index);
      sent.done.push(row);
    } catch (error) {
      sent.refused.push({ id: row.id, name: name(row), why: wordsOf(error) });
    }
  }
  return sent;
}
