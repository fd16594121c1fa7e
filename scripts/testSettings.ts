// Settings for every runner of tests.
import { testTime } from "../server/platform/clock/testing.ts";

/** Each with its own servers, on the two cores of the machine that the tests must fit. */
export const workers = 2;

/** A test that passes at the second try has passed; `scripts/test` names it at the end. */
export const retries = 1;

const drawnSeed = process.env.STOEP_TEST_SEED;
/** From which fast-check makes up its values: the same in each gate; the release suite draws and prints one. */
export const seed = Number(drawnSeed ?? 1);
/** How often it does so for each property. What is the same in each gate need not be much. */
export const numRuns = drawnSeed ? 100 : 25;

/** When a run of the browser tests begins, for all that takes part: on a Friday morning, unless another time is given. */
export const time = process.env.STOEP_TEST_TIME ?? testTime;
