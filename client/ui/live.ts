/** For queries that stay live: asked again every half minute and whenever the window is looked at. */
export const live = { refetchInterval: 30_000 };
