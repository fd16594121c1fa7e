/** Does what can wait once what was just drawn is on the screen: it shall not share the way with that. */
export const later = (what: () => unknown): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(what)));
};
