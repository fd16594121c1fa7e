import { allFeatures } from "./features.ts";
import type { Rest } from "./rest.ts";

export const restCalls: readonly Rest[] = allFeatures.flatMap(({ rest }) => rest ?? []);
