import type { BuildingFolder } from "./building.ts";
import type { Line } from "./report.ts";
import type { LoadProfile } from "./rounds.ts";

/** The parts of a benchmark share these. */
export interface Bench {
  profile: LoadProfile;
  /** A folder for the parts, deleted afterwards. */
  folder: string;
  /** A fresh building of 10,000 fines, in a folder of this name. */
  newBuilding: (name: string) => BuildingFolder;
}

export interface Part {
  name: string;
  measure: (bench: Bench) => Promise<Line[]>;
  /** Also needs the built client. */
  client?: boolean;
  /** Measured only on request. */
  peer?: boolean;
}
