import type { X509Certificate } from "node:crypto";
import type { Pair } from "./pair.ts";

/** The server's TLS certificates, for as long as the process lives. */
export interface Certificates {
  kind: "own" | "local";
  pair: () => Pair;
  /** The authority made on this machine, which devices can be set to trust. */
  authority: X509Certificate | null;
  /** Whether every device trusts the certificate without further setup. */
  isPublic: () => boolean;
  problems: () => string[];
  /** Reacts to a renewed file, a new address, a coming expiry. */
  renew: () => Promise<void>;
  /** Calls `take` after each change of the certificate. Returns how to unsubscribe. */
  onRenewed: (take: (pair: Pair) => void) => () => void;
}

export interface Circumstances {
  clock?: () => Date;
  /** Receives reports about certificates, one sentence at a time. */
  tell?: (words: string) => void;
  /** PEM of the authorities that every device trusts; by default those that come with Node. */
  roots?: readonly string[];
}

export function keepPair(first: Pair) {
  let now = first;
  const takers = new Set<(pair: Pair) => void>();
  return {
    pair: () => now,
    replace(next: Pair) {
      now = next;
      for (const take of takers) take(next);
    },
    onRenewed: ((take) => {
      takers.add(take);
      return () => void takers.delete(take);
    }) satisfies Certificates["onRenewed"],
  };
}
