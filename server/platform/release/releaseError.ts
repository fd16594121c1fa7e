/** A release, or its signature, that cannot be used, in words for the person at the machine. */
export class ReleaseError extends Error {}
