import { createHmac, hash, randomBytes } from "node:crypto";
import { codeLetters } from "./schema.ts";

/** 256 random bits as 43 characters that fit in a cookie, a header and a link. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token. Tokens are random, so a plain SHA-256 cannot be guessed back. */
export const hashToken = (token: string): string => hash("sha256", token, "base64url");

/** Of this process alone, so that what is stored makes no code and no token. */
const codeKey = randomBytes(32);

/** A token as newToken makes them, the same again for the same row until the process ends. */
export const tokenFor = (rowId: string): string =>
  createHmac("sha256", codeKey).update(`token ${rowId}`).digest("base64url");

/**
 * The code for one person of one batch of sheets, `K7QM4XPD9RTW`: the same again when it is asked
 * for again, until the process ends. It has 60 random bits, because it is typed by hand: at a
 * thousand guesses a second, its seven days would have to come two thousand million times.
 */
export const codeFor = (batchId: string, accountId: string): string =>
  [...createHmac("sha256", codeKey).update(`${batchId} ${accountId}`).digest().subarray(0, 12)]
    .map((byte) => codeLetters[byte % codeLetters.length])
    .join("");
