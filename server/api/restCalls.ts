import { allFeatures } from "./features.ts";
import type { Rest } from "./rest.ts";

/** Every REST call of every feature. */
export const restCalls: readonly Rest[] = allFeatures.flatMap(({ rest }) => rest ?? []);
