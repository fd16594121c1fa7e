import type { BuildingFolder } from "./building.ts";
import { measureClient } from "./firstLoad.ts";
import { measureMemory } from "./memory.ts";
import { measureMillion } from "./million.ts";
import { measureDirectus } from "./peers/directus.ts";
import { measurePrisma } from "./peers/prisma.ts";
import type { Line, Measured, Missing } from "./report.ts";
import type { LoadProfile } from "./rounds.ts";
import { measureServer } from "./server.ts";
import { measureStart } from "./start.ts";

/** What the parts have in common. */
export interface Bench {
  profile: LoadProfile;
  /** Theirs, and gone afterwards. */
  folder: string;
  /** A building of 10,000 fines, as nobody has touched it, in a folder of that name. */
  newBuilding: (name: string) => BuildingFolder;
}

export interface Part {
  name: string;
  measure: (bench: Bench) => Promise<Line[]>;
  /** Needs the built client too. */
  client?: boolean;
  /** Only measured when it is asked for. */
  peer?: boolean;
}

/** In the order of the table. */
const parts: readonly Part[] = [
  { name: "server", measure: measureServer },
  { name: "million", measure: measureMillion },
  { name: "memory", measure: measureMemory },
  { name: "start", measure: measureStart },
  { name: "client", measure: measureClient, client: true },
  {
    // The browsers' tools are large: loaded once the servers were measured.
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

/** The parts of `only`, whose names have commas between them; left out, all, with the peers if they are asked for. */
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

/** Measures one after the other. What cannot be measured keeps nothing else from it. */
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
