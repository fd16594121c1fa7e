/** How long a slow phone may need to show a frame after it was handed over, in milliseconds. */
export const shownMs = 100;

/**
 * Runs work that can wait once the browser has painted what was just rendered, so that it does not
 * delay that.
 * @param ms an additional delay
 */
export const afterNextFrame = (what: () => unknown, ms = 0): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(what, ms)));
};
