export * as invites from "./invites/index.ts";
export * as passkeys from "./passkeys/index.ts";
export * as printedInvites from "./printedInvites/index.ts";
export * as profile from "./profile/index.ts";
export * as session from "./session/index.ts";
export * as twoFactor from "./twoFactor/index.ts";
