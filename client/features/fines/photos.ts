import { maxEvidenceBytes } from "../../../server/features/fines/evidence/schema.ts";
import { newKey } from "../../links.ts";
import { contentType } from "../../ui/contentType.ts";
import { asJpeg, drawn } from "../../ui/redraw.ts";
import { formOf, sendForm } from "../../ui/sendForm.ts";

/** A photo that is ready to be sent. */
export interface Photo {
  /** The same for every attempt to send it. */
  key: string;
  file: File;
}

/** Enough to see what happened, and quickly sent. */
const mostPixels = 5_000_000;
const quality = 0.85;

/** The photo to send, or in words why this is none. Its metadata, such as the place, is left out. */
export async function photoOf(file: File): Promise<Photo | string> {
  const type = await contentType(file);
  if (!type?.startsWith("image/"))
    return `${file.name} is no photo. Choose a JPEG, PNG, WebP or HEIC.`;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const blob = await drawn(picture, mostPixels, quality);
    picture.close();
    return { key: newKey(), file: asJpeg(file.name, blob) };
  } catch {
    // HEIC is the only one that browsers may not show.
    if (!type.startsWith("image/hei"))
      return `${file.name} is damaged and cannot be shown. Choose another.`;
    if (file.size <= maxEvidenceBytes) return { key: newKey(), file };
    return `${file.name} is larger than 10 MB, and this browser cannot make a HEIC smaller. Save it as JPEG first.`;
  }
}

/** Sends a photo of what a fine is for. Returns why it failed, in words, or "". */
export async function sendPhoto(fineId: string, { key, file }: Photo): Promise<string> {
  const address = `/api/property/admin/fines/${encodeURIComponent(fineId)}/evidence`;
  const came = await sendForm(address, formOf(file), key, () => undefined).done;
  return came && "why" in came ? came.why : "";
}
