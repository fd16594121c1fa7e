// A HEIC is a tree of boxes. One of them, `meta`, lists the items of the file (`iinf`) and where each
// has its bytes (`iloc`); see ISO/IEC 14496-12, 8.11. Everything else is filled with zeros where it is,
// so that nothing moves: Exif notes and XMP, but also a film or what else phones add to a photo. How a
// viewer turns the picture is a property in `meta`, and stays.

interface Box {
  type: string;
  /** The offsets of its start, and of the start and the end of its content. */
  at: number;
  from: number;
  to: number;
}

class Unreadable extends Error {}

/** More boxes, or places of items, than any camera makes. Millions would keep the server busy. */
const most = 10_000;

/** The boxes between two places, as far as they can be read. @throws Unreadable if they are too many */
function boxesIn(content: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const short = content.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const long = short === 1 ? Number(content.readBigUInt64BE(at + 8)) : short;
    const end = short === 0 ? to : at + long;
    if (end < at + head || end > to) break;
    if (boxes.length === most) throw new Unreadable();
    boxes.push({ type: content.toString("latin1", at + 4, at + 8), at, from: at + head, to: end });
    at = end;
  }
  return boxes;
}

function boxOf(boxes: readonly Box[], type: string): Box {
  const found = boxes.find((box) => box.type === type);
  if (!found) throw new Unreadable();
  return found;
}

function readerOf(content: Buffer, begin: number) {
  let at = begin;
  return (bytes: number): number => {
    const value =
      bytes === 0
        ? 0
        : bytes === 8
          ? Number(content.readBigUInt64BE(at))
          : content.readUIntBE(at, bytes);
    at += bytes;
    return value;
  };
}

/** Items that are pictures, or made of them. All others describe one (Exif, XMP), or nobody knows what. */
const pictures = [
  ...["hvc1", "hev1", "lhv1", "lhe1", "vvc1", "av01", "avc1", "jpeg", "j2k1", "unci", "mski"],
  ...["grid", "iovl", "iden", "tmap", "sato"],
];
/** An Exif note that says nothing, because some viewers show no picture whose note is no note. */
const emptyNote = Buffer.from("\0\0\0\0MM\0*\0\0\0\x08", "latin1");

function itemsIn(content: Buffer, { from, to }: Box): Map<number, string> {
  const count = content[from] === 0 ? 2 : 4;
  const items = new Map<number, string>();
  for (const { type, from: at } of boxesIn(content, from + 4 + count, to)) {
    const version = content[at] ?? 0;
    // Earlier versions do not say what an item is.
    if (type !== "infe" || version < 2) throw new Unreadable();
    const idBytes = version === 2 ? 2 : 4;
    const kind = content.toString("latin1", at + 6 + idBytes, at + 10 + idBytes);
    items.set(content.readUIntBE(at + 4, idBytes), kind);
  }
  return items;
}

/** The ranges of the bytes of items in the file. Those in `idat` are in `meta`. */
function* placesOf(content: Buffer, { from }: Box, idat: Box | undefined) {
  const version = content[from] ?? 0;
  const read = readerOf(content, from + 4);
  const [sizes, moreSizes] = [read(1), read(1)];
  const [offsetBytes, lengthBytes] = [sizes >> 4, sizes & 15];
  const [baseBytes, indexBytes] = [moreSizes >> 4, version > 0 ? moreSizes & 15 : 0];
  const idBytes = version < 2 ? 2 : 4;
  let count = 0;
  for (let items = read(idBytes); items > 0; items -= 1) {
    const id = read(idBytes);
    // 0 is in the file, 1 in `idat`, and 2 in the bytes of other items, which are listed too.
    const method = version > 0 ? read(2) & 15 : 0;
    read(2);
    const base = read(baseBytes) + (method === 1 ? (idat?.from ?? 0) : 0);
    for (let extents = read(2); extents > 0; extents -= 1) {
      read(indexBytes);
      const begin = base + read(offsetBytes);
      const length = read(lengthBytes);
      count += 1;
      // Without a length it would be all of the file.
      if (length === 0 || count > most) throw new Unreadable();
      if (method !== 2) yield { id, from: begin, to: begin + length };
    }
  }
}

/** The boxes that `meta` may have, besides `idat`; of the properties, those that only describe. */
const staysInMeta = ["hdlr", "dinf", "pitm", "iinf", "iref", "iprp", "iloc", "grpl"];
const describingProperties = ["udes", "altt", "crtt", "mdft", "uuid", "free"];

function cleaned(content: Buffer): Buffer {
  const all = boxesIn(content, 0, content.length);
  // All that follows the last box is left out.
  const clean = Buffer.alloc(all.at(-1)?.to ?? 0);
  const keep = (from: number, to: number) => {
    if (to > clean.length) throw new Unreadable();
    content.copy(clean, from, from, to);
  };
  /** Keeps a box's head alone; what is in it, or was, is no more than free space. */
  const empty = ({ at, from }: Box, type?: string) => {
    keep(at, from);
    if (type) clean.write(type, at + 4, "latin1");
  };
  const meta = boxOf(all, "meta");
  for (const box of all)
    if (box.type === "ftyp") keep(box.at, box.to);
    else empty(box, box === meta || box.type === "mdat" ? undefined : "free");
  keep(meta.from, meta.from + 4);
  const inside = boxesIn(content, meta.from + 4, meta.to);
  for (const box of inside)
    if (staysInMeta.includes(box.type)) keep(box.at, box.to);
    else empty(box, box.type === "idat" ? undefined : "free");
  const properties = boxOf(inside, "iprp");
  for (const { type, from, to } of boxesIn(content, properties.from, properties.to))
    if (type === "ipco")
      for (const property of boxesIn(content, from, to))
        if (describingProperties.includes(property.type)) clean.fill(0, property.from, property.to);
  const items = itemsIn(content, boxOf(inside, "iinf"));
  const idat = inside.find(({ type }) => type === "idat");
  // Pictures may share bytes, but not as many times.
  let left = 4 * clean.length;
  let hasPicture = false;
  const described: { kind: string; from: number; to: number }[] = [];
  for (const { id, from, to } of placesOf(content, boxOf(inside, "iloc"), idat)) {
    left -= to - from;
    const kind = items.get(id);
    if (left < 0 || kind === undefined || to > clean.length) throw new Unreadable();
    if (pictures.includes(kind)) {
      keep(from, to);
      hasPicture = true;
    } else described.push({ kind, from, to });
  }
  if (!hasPicture) throw new Unreadable();
  for (const { kind, from, to } of described) {
    clean.fill(0, from, to);
    // The zeros after it are the list of its entries, which is empty.
    if (kind === "Exif" && to - from >= emptyNote.length + 6) clean.set(emptyNote, from);
  }
  return clean;
}

/** Null if its lists cannot be read, so that nobody can tell what is the picture. */
export function withoutHeicMetadata(content: Buffer): Buffer | null {
  try {
    return cleaned(content);
  } catch (error) {
    // A RangeError, if the lists go on after the end of the file.
    if (error instanceof Unreadable || error instanceof RangeError) return null;
    throw error;
  }
}
