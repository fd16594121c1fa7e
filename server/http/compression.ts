import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** How an answer may be packed, and the ending of a file that is; the smaller one first. */
export const packings = { br: ".br", gzip: ".gz" } as const;
export type Packing = keyof typeof packings;

/**
 * The packing of those there are that a client likes best (RFC 9110, 12.5.3); null for none. Who
 * refuses everything gets it unpacked all the same: an answer is of more use than a refusal.
 */
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

const all = new Set(Object.keys(packings) as Packing[]);

const pack: Record<Packing, (text: string) => Promise<Buffer>> = {
  br: promisify<string, Buffer>(brotliCompress),
  gzip: promisify<string, Buffer>(gzip),
};

export interface Packed {
  body: string | Buffer;
  headers: Record<string, string>;
}

/** A text that is the same for everybody, packed once in each way that somebody takes. */
export function packedText(text: string) {
  const tag = hash("sha256", text, "base64url");
  const cache = new Map<Packing, Promise<Buffer>>();
  return async (accepted: string | undefined): Promise<Packed> => {
    const packing = packingFor(accepted);
    const headers = { vary: "accept-encoding", etag: `"${tag}"` };
    if (!packing) return { body: text, headers };
    const packed = cache.get(packing) ?? pack[packing](text);
    cache.set(packing, packed);
    return {
      body: await packed,
      headers: { ...headers, etag: `"${tag}-${packing}"`, "content-encoding": packing },
    };
  };
}

/** Whether a client has what stands under this tag already (RFC 9110, 13.1.2). */
export const isKnown = (known: string | undefined, etag: string): boolean =>
  known?.split(",").some((each) => ["*", etag].includes(each.trim().replace(/^W\//, ""))) ?? false;
