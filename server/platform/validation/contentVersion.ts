import { hash } from "node:crypto";

/** A form sends the version that it shows, so that nobody overwrites what somebody else changed. */
export const contentVersion = (content: object): string =>
  hash("sha256", JSON.stringify(Object.entries(content)), "base64url");
