import { hash } from "node:crypto";

/**
 * The same for the same content, whoever changed it and wherever. A form sends the version that it
 * shows, so that nobody overwrites what somebody else changed meanwhile.
 */
export const contentVersion = (content: object): string =>
  hash("sha256", JSON.stringify(Object.entries(content)), "base64url");
