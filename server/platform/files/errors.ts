/** How an upload can fail. */
export const filesErrors = {
  "files.one_only": [400, "More than one file arrived. Send one at a time."],
} as const;
