/** The files of tRPC that are bundled. */
export const ofTrpc = /@trpc\/.*\.mjs$/;

/**
 * tRPC is published for old engines: it copies objects property by property, each with its own
 * descriptor. On every step of every call that costs a tenth of a small answer, and its bytes weigh on
 * every first load.
 * @param code of one file of tRPC
 */
export const forToday = (code: string): string =>
  code.replace(
    "function _objectSpread2(e) {",
    "const _objectSpread2 = Object.assign;\nfunction unused(e) {",
  );
