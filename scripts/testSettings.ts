// What holds for every runner of tests.

/** Each with its own servers, on the two cores of the machine that the tests must fit. */
export const workers = 2;

/** What passes at the second try has passed; `scripts/test` names it at the end. */
export const retries = 1;

/** From which fast-check makes up its values: the same in each gate; the release suite draws and prints one. */
export const seed = Number(process.env.STOEP_TEST_SEED ?? 1);
