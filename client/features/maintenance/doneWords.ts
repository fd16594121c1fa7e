/** What was done to a request that has this status now. */
export const doneWords = { Closed: "Closed", Open: "Open again" } as const;
