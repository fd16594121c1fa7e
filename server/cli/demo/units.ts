import type { NewUnit } from "../../features/units/schema.ts";
import { households } from "./names.ts";

/** One unit for each household, alternately smaller and larger; their PQs add up to 100 %. */
export const units: readonly NewUnit[] = households.map((_, index) => ({
  label: `Unit ${index + 1}`,
  sectionNumber: `${index + 1}`,
  participationQuota: index % 2 === 0 ? 22_500 : 27_500,
}));
