import { createHmac, hash, randomBytes } from "node:crypto";
import { codeLetters } from "./schema.ts";

/** 256 random bits as 43 characters that are valid in a cookie, a header and a link. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** The stored form of a token. Tokens are random, so a plain SHA-256 cannot be reversed. */
export const hashToken = (token: string): string => hash("sha256", token, "base64url");

/** Known to this process only, so that stored data are not enough to make a code or a token. */
const codeKey = randomBytes(32);

/** A token like newToken's, which stays the same for the same row until the process ends. */
export const tokenFor = (rowId: string): string =>
  createHmac("sha256", codeKey).update(`token ${rowId}`).digest("base64url");

/**
 * The code for one person of one batch of sheets, `K7QM4XPD9RTW`, the same until the process ends.
 * It has only 60 random bits, because people type it: at a thousand guesses a second, guessing it
 * would take its seven days two thousand million times.
 */
export const codeFor = (batchId: string, accountId: string): string =>
  codeOf(createHmac("sha256", codeKey).update(`${batchId} ${accountId}`).digest().subarray(0, 12));

export const codeOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => codeLetters[byte % codeLetters.length]).join("");
