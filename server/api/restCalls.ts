import { allFeatures } from "./features.ts";
import * as procedures from "./procedureByName.ts";
import type { Row } from "./rest.ts";

/** Rows with the prefix of their addresses. */
export interface Mounted {
  prefix: string;
  rows: Row[];
  acceptsFirstPassword: boolean;
}

/** Every REST call of every feature. */
export const restCalls: readonly Mounted[] = allFeatures.flatMap(({ rest }) =>
  rest ? [{ ...rest, rows: rest.rows.map((makeRow) => makeRow(procedures)) }] : [],
);
