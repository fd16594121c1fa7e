// A HEIC is a tree of boxes. One of them, `meta`, lists the items of the file (`iinf`) and where each
// has its bytes (`iloc`); see ISO/IEC 14496-12, 8.11. What is no picture is filled with zeros there,
// so that nothing moves. How a viewer turns the picture is a property and stays.

interface Box {
  type: string;
  /** Where its content begins and ends. */
  from: number;
  to: number;
}

function* boxesIn(content: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const short = content.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const long = short === 1 ? Number(content.readBigUInt64BE(at + 8)) : short;
    const end = short === 0 ? to : at + long;
    if (end < at + head || end > to) return;
    yield { type: content.toString("latin1", at + 4, at + 8), from: at + head, to: end };
    at = end;
  }
}

/** Reads numbers one after the other. */
function readerOf(content: Buffer, begin: number) {
  let at = begin;
  return (bytes: number): number => {
    const value =
      bytes === 0 ? 0 : bytes === 8 ? readLong(content, at) : content.readUIntBE(at, bytes);
    at += bytes;
    return value;
  };
}

const readLong = (content: Buffer, at: number): number => Number(content.readBigUInt64BE(at));

/** Items that describe the picture: Exif, XMP and the like. */
const describes = ["Exif", "mime", "uri "];

/** The ids of these items. */
function describingItems(content: Buffer, { from, to }: Box): Set<number> {
  const count = content[from] === 0 ? 2 : 4;
  const ids = new Set<number>();
  for (const { type, from: at } of boxesIn(content, from + 4 + count, to)) {
    const version = content[at] ?? 0;
    if (type !== "infe" || version < 2) continue;
    const idBytes = version === 2 ? 2 : 4;
    const kind = content.toString("latin1", at + 6 + idBytes, at + 10 + idBytes);
    if (describes.includes(kind)) ids.add(content.readUIntBE(at + 4, idBytes));
  }
  return ids;
}

/** Where items have their bytes, from and to. In `idat`, counted from its begin. */
function* placesOf(content: Buffer, { from }: Box, idat: Box | undefined) {
  const version = content[from] ?? 0;
  const read = readerOf(content, from + 4);
  const [sizes, moreSizes] = [read(1), read(1)];
  const [offsetBytes, lengthBytes] = [sizes >> 4, sizes & 15];
  const [baseBytes, indexBytes] = [moreSizes >> 4, version > 0 ? moreSizes & 15 : 0];
  const idBytes = version < 2 ? 2 : 4;
  if (lengthBytes === 0) return;
  for (let items = read(idBytes); items > 0; items -= 1) {
    const id = read(idBytes);
    const method = version > 0 ? read(2) & 15 : 0;
    read(2);
    const base = read(baseBytes) + (method === 1 ? (idat?.from ?? 0) : 0);
    for (let extents = read(2); extents > 0; extents -= 1) {
      read(indexBytes);
      const begin = base + read(offsetBytes);
      yield { id, from: begin, to: begin + read(lengthBytes) };
    }
  }
}

/** A HEIC without what it says about where, when and by whom it was taken. As is if it lists nothing. */
export function withoutHeicMetadata(content: Buffer): Buffer {
  const cleaned = Buffer.from(content);
  const meta = [...boxesIn(content, 0, content.length)].find(({ type }) => type === "meta");
  if (!meta) return cleaned;
  try {
    const inside = [...boxesIn(content, meta.from + 4, meta.to)];
    const box = (name: string) => inside.find(({ type }) => type === name);
    const [items, places] = [box("iinf"), box("iloc")];
    if (!items || !places) return cleaned;
    const ids = describingItems(content, items);
    // Items do not overlap. A list in which they do must not keep the server busy.
    let bytesLeft = cleaned.length;
    for (const { id, from, to } of placesOf(content, places, box("idat"))) {
      if (!ids.has(id)) continue;
      bytesLeft -= to - from;
      if (bytesLeft < 0 || to > cleaned.length) return cleaned;
      cleaned.fill(0, from, to);
    }
    return cleaned;
  } catch (error) {
    // The lists go on after the end of the file.
    if (error instanceof RangeError) return cleaned;
    throw error;
  }
}
