export const auditErrors = {
  "audit.unknown": [404, "This entry could not be found. Reload the list."],
} as const;
