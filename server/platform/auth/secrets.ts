import { createHash, randomBytes } from "node:crypto";

/** 256 random bits as 43 characters that fit in a cookie, a header and a link. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token. Tokens are random, so a plain SHA-256 cannot be guessed back. */
export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");
