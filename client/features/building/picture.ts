import { newKey } from "../../links.ts";
import { asJpeg, drawn } from "../../ui/redraw.ts";
import { formOf, sendForm } from "../../ui/sendForm.ts";

/** Sharp wherever it is shown, and quickly loaded at the login page. */
const mostPixels = 500_000;
const quality = 0.8;

/**
 * A file as the picture of the building: upright, small, and without its metadata, such as the place.
 * In words why it is none, if this browser cannot show it.
 */
export async function pictureOf(file: File): Promise<File | string> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const blob = await drawn(picture, mostPixels, quality);
    picture.close();
    return asJpeg(file.name, blob);
  } catch {
    return `${file.name} is no picture that can be shown. Choose a JPEG, PNG or WebP.`;
  }
}

/** Sends the picture of the building. Returns its version, or in words why it failed. */
export async function sendPicture(file: File): Promise<{ version: string } | { why: string }> {
  const address = "/api/property/admin/building/picture";
  const sent = sendForm<{ version: string }>(address, formOf(file), newKey(), () => undefined);
  const came = await sent.done;
  if (came && "answer" in came) return came.answer;
  return { why: came?.why ?? "" };
}
