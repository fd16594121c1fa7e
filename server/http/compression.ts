export type Packing = "br" | "gzip";

/** The encoding that a client prefers (RFC 9110, 12.5.3); null for none. */
export function packingFor(accepted = "", there: ReadonlySet<Packing> = all): Packing | null {
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const weight = parameters.find((each) => each.startsWith("q="))?.slice(2);
    if (name) weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  let best: Packing | null = null;
  let least = weights.get("identity") ?? 0;
  for (const packing of there) {
    const weight = weightOf(packing);
    if (weight > 0 && (best ? weight > least : weight >= least)) {
      best = packing;
      least = weight;
    }
  }
  return best;
}

const all = new Set<Packing>(["br", "gzip"]);

/** Whether the client already has the response with this ETag (RFC 9110, 13.1.2). */
export const isKnown = (known: string | undefined, etag: string): boolean =>
  known?.split(",").some((each) => ["*", etag].includes(each.trim().replace(/^W\//, ""))) ?? false;
