/** How long a toast is shown, in milliseconds. */
export const shownForMs = 5000;
