import { dictionary } from "@zxcvbn-ts/language-common";

/** Passwords that leaked often. A separate module, because the list is long and rarely used. */
export const commonPasswords: ReadonlySet<string> = new Set<string>(dictionary["passwords-common"]);
