import { measureClient } from "./firstLoad.ts";
import { measureImport } from "./importing.ts";
import { measureLive } from "./live.ts";
import { measureLongList } from "./longList.ts";
import { measureMemory } from "./memory.ts";
import { measureMillion } from "./million.ts";
import type { Bench, Part } from "./part.ts";
import { measureDirectus } from "./peers/directus.ts";
import { measurePrisma } from "./peers/prisma.ts";
import type { Line, Measured, Missing } from "./report.ts";
import { measureSearch } from "./search.ts";
import { measureServer } from "./server.ts";
import { measureStart } from "./start.ts";

/** In the order of the table. */
const parts: readonly Part[] = [
  { name: "server", measure: measureServer },
  { name: "million", measure: measureMillion },
  { name: "search", measure: measureSearch },
  { name: "long list", measure: measureLongList },
  { name: "import", measure: measureImport },
  { name: "live", measure: measureLive },
  { name: "memory", measure: measureMemory },
  { name: "start", measure: measureStart },
  { name: "client", measure: measureClient, client: true },
  {
    // The browser tools are large, so they are loaded only after the servers were measured.
    name: "lighthouse",
    client: true,
    measure: async (bench) => (await import("./lighthouse.ts")).measureLighthouse(bench),
  },
  {
    name: "inp",
    client: true,
    measure: async (bench) => (await import("./inp.ts")).measureInp(bench),
  },
  { name: "prisma", measure: measurePrisma, peer: true },
  { name: "directus", measure: measureDirectus, peer: true },
];

/**
 * The parts named in `only`, separated by commas; without it, all of them, with the peers on
 * request.
 */
export function choose(only: string | undefined, peers = false): readonly Part[] {
  if (only === undefined) return parts.filter(({ peer }) => peers || !peer);
  const wanted = only.split(",").map((name) => name.trim());
  const names = parts.map(({ name }) => name);
  for (const name of wanted)
    if (!names.includes(name))
      throw new Error(
        `There is no part "${name}" to measure. Write --only with one or more of: ${names.join(", ")}.`,
      );
  return parts.filter(({ name, peer }) => wanted.includes(name) || (peers && peer));
}

/** Measures one part after the other. A part that fails does not stop the others. */
export async function measureAll(chosen: readonly Part[], bench: Bench): Promise<Measured> {
  const lines: Line[] = [];
  const missing: Missing[] = [];
  for (const { name, measure } of chosen) {
    console.error(`Measuring: ${name}`);
    try {
      lines.push(...(await measure(bench)));
    } catch (error) {
      missing.push({ part: name, why: (error as Error).message });
    }
  }
  return { lines, missing };
}
