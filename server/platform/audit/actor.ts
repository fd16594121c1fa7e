/** The person or process that does something, for services. */
export interface Actor {
  accountId: string | null;
  /** The network address of the request, "shell" or "job". */
  origin: string;
  userAgent?: string;
  /** How many of one kind they may create in 24 hours; no limit if left out. */
  creationsPerDay?: number | undefined;
  /** True for a part of a larger change, which alone is told as an event. */
  isToldAsOne?: boolean;
  requestKey?: string | undefined;
  /** The row that the same request without this key made shortly before. */
  sameAs?: string;
}
