/** How long the server may take to answer before the device counts as offline, in milliseconds. */
export const patienceMs = 6_000;
