/** So long a toast stays, in milliseconds. */
export const shownForMs = 5000;
