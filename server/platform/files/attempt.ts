/** The result of `look`; `otherwise` where it fails, as for files that are missing or closed to us. */
export function attempt<Found, Otherwise>(
  look: () => Found,
  otherwise: Otherwise,
): Found | Otherwise {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
