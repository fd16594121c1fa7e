import type { z } from "zod";

/** A weather service's data: °C, and the conditions in words and as an icon code such as "10d". */
interface Reading {
  temp: number;
  description: string;
  icon: string;
}

/** Requests the weather once. Rejects if no usable response arrives before `signal` aborts. */
export type Provider = (signal: AbortSignal) => Promise<Reading>;

/** Fetches and validates JSON. Its errors never contain the URL, which may include a key. */
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
