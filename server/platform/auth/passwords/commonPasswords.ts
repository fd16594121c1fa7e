import { dictionary } from "@zxcvbn-ts/language-common";

/** Passwords that leaked again and again. A module of its own, because the list is long and rarely read. */
export const commonPasswords: ReadonlySet<string> = new Set<string>(dictionary["passwords-common"]);
