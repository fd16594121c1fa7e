export const visitorsErrors = {
  "visitors.unknown": [404, "This visitor could not be found. Reload the list."],
} as const;
