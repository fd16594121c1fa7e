/** For queries that stay up to date: fetched every 30 s and whenever the window gets the focus. */
export const live = { refetchInterval: 30_000 };
