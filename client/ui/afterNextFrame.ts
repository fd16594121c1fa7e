/** After its last frame was handed over, so long may a slow phone need to show it, in milliseconds. */
export const shownMs = 100;

/**
 * Does what can wait once what was just drawn is drawn by the browser too: it shall not share the way with that.
 * @param ms so much later still
 */
export const afterNextFrame = (what: () => unknown, ms = 0): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(what, ms)));
};
