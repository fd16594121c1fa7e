import { maxProofBytes, proofTypes } from "../../../../server/features/fines/proofs/schema.ts";
import { contentType } from "../../../ui/contentType.ts";
import { asJpeg, drawn } from "../../../ui/redraw.ts";

/**
 * How a picture over the limit is made smaller; the first attempt that is enough wins. The limit is
 * on the total pixels, so that a long screenshot stays as legible as a photo and is not narrowed
 * more than necessary.
 */
const tries = [
  { pixels: 9_000_000, quality: 0.85 },
  { pixels: 9_000_000, quality: 0.7 },
  { pixels: 5_000_000, quality: 0.7 },
] as const;
const limit = `${maxProofBytes / 1024 / 1024} MB`;

const types: readonly string[] = Object.keys(proofTypes);

/** The types in the file picker; with extensions, because desktops do not know HEIC. */
export const accepted = [...types, ".heic", ".heif"].join();

/** Why a file is not sent, as text; "" when it may be sent. Only its content counts. */
export async function complaintAbout(file: File): Promise<string> {
  if (file.size === 0) return "This file is empty. Choose another.";
  const type = await contentType(file);
  if (!type || !types.includes(type))
    return "This file is not a PDF, JPEG, PNG, WebP or HEIC. Choose another.";
  if (file.size > maxProofBytes && type === "application/pdf")
    return `This PDF is larger than ${limit}. Choose a smaller one, or a screenshot of the page that shows the payment.`;
  return "";
}

/**
 * The file to send, or as text why there is none. A picture over the limit is rotated upright and
 * made smaller. Everything else is unchanged: a photo's metadata says which way up it belongs.
 */
export async function prepare(file: File): Promise<File | string> {
  const complaint = await complaintAbout(file);
  if (complaint) return complaint;
  if (file.size <= maxProofBytes) return file;
  try {
    return await shrunk(file);
  } catch {
    return (await contentType(file))?.startsWith("image/hei")
      ? `This HEIC photo is larger than ${limit}, and this browser cannot make it smaller. Choose a screenshot of it, or save it as JPEG first.`
      : `This picture is larger than ${limit} and could not be made smaller here. Choose a smaller one, or a screenshot of it.`;
  }
}

async function shrunk(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    for (const { pixels, quality } of tries) {
      const blob = await drawn(picture, pixels, quality);
      if (blob.size <= maxProofBytes) return asJpeg(file.name, blob);
    }
  } finally {
    picture.close();
  }
  throw new Error("still too large");
}
