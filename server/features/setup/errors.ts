export const setupErrors = {
  "setup.done": [409, "Stoep is already set up. Sign in instead."],
} as const;
