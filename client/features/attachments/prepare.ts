import {
  type KindName,
  kindOf,
  refusalWords,
} from "../../../server/features/attachments/schema.ts";
import { telling, typeByContent } from "../../../server/platform/files/typeByContent.ts";
import { asJpeg, drawn } from "../../ui/redraw.ts";

/** The types in the file picker; with endings, because desktops do not know HEIC. */
export const acceptedBy = (name: KindName): string =>
  Object.entries(kindOf(name).types)
    .flatMap(([type, ending]) => [type, `.${ending}`])
    .join();

/** The most dots of a picture over the limit, so that a bank slip stays legible. */
const mostDots = 9e6;

/** The file to send, a large picture drawn again as a JPEG, or in words why there is none. */
export async function prepare(file: File, name: KindName): Promise<File | string> {
  const { types, maxBytes, dotsSent } = kindOf(name);
  if (file.size === 0) return "This file is empty. Choose another.";
  const type = await contentType(file).catch(() => null);
  // A photo that was deleted after it was chosen, or one in a cloud that does not answer.
  if (type === null)
    return "This device cannot read this file now. Choose it again, or another one.";
  const isAccepted = type in types;
  const fits = file.size <= maxBytes;
  const isPicture = type !== "application/pdf";
  if (isAccepted && fits && !(dotsSent && isPicture)) return file;
  if (isAccepted && !isPicture) return refusalWords(name, "too_large");
  // Where pictures are drawn again anyway, it may be of any type that this browser can draw.
  if (!isAccepted && !dotsSent) return refusalWords(name, "wrong_type");
  try {
    return await shrunk(file, maxBytes, dotsSent ?? mostDots);
  } catch {
    if (!isAccepted) return refusalWords(name, "wrong_type");
    // HEIC is the only one that browsers may not show.
    if (!type.startsWith("image/hei")) return refusalWords(name, "broken");
    return fits
      ? file
      : `This HEIC photo is larger than ${maxBytes / 1024 / 1024} MB, and this browser cannot make it smaller. Choose a screenshot of it, or save it as JPEG first.`;
  }
}

/** The limit is on all dots, so that a long screenshot stays as legible as a photo. */
async function shrunk(file: File, maxBytes: number, dots: number): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    for (const [most, quality] of [
      [dots, 0.85],
      [dots, 0.7],
      [dots / 2, 0.7],
    ] as const) {
      const blob = await drawn(picture, most, quality);
      if (blob.size <= maxBytes) return asJpeg(file.name, blob);
    }
  } finally {
    picture.close();
  }
  throw new Error("still too large");
}

/** The type of a chosen file by its content, by the same rule as the server's; "" for others. */
async function contentType(file: File): Promise<string> {
  const head = new Uint8Array(await file.slice(0, telling).arrayBuffer());
  return typeByContent(String.fromCharCode(...head)) ?? "";
}
