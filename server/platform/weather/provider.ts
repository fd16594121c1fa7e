import type { z } from "zod";

/** What a weather service says: °C, and the sky in words and as an icon code such as "10d". */
interface Reading {
  temp: number;
  description: string;
  icon: string;
}

/** Asks a weather service once. Rejects when there is no usable answer before `signal` aborts. */
export type Provider = (signal: AbortSignal) => Promise<Reading>;

/** Gets JSON of a known shape. Its errors never carry the address: a key may be part of it. */
export async function getJson<T extends z.ZodType>(
  url: URL,
  shape: T,
  signal: AbortSignal,
): Promise<z.output<T>> {
  const response = await fetch(url, { signal });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The weather service answered ${response.status}.`);
  }
  return shape.parse(await response.json());
}
