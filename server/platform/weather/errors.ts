/** How asking for the weather can fail. */
export const weatherErrors = {
  "weather.unavailable": [503, "Weather unavailable"],
} as const;
