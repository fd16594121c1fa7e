import { maxProofBytes, proofTypes } from "../../../server/features/proofs/schema.ts";

/** In pixels: what is read off a bank slip needs no more. */
const maxSide = 3000;
const megabytes = maxProofBytes / 1024 / 1024;

const types: readonly string[] = Object.keys(proofTypes);
const endings: readonly string[] = [...Object.values(proofTypes), "jpeg"];
const drawable: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

/** What the file picker offers; by ending too, because desktops do not know HEIC. */
export const accepted = [...types, ".heic", ".heif"].join();

/** Why a file is not even tried, in words; "" when it may go. The server looks at its content. */
export function complaintAbout({ type, name, size }: File): string {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  const known = type ? types.includes(type) : endings.includes(ending);
  if (!known) return "This file is not a PDF, JPEG, PNG, WebP or HEIC; choose another.";
  if (size === 0) return "This file is empty; choose another.";
  if (size > maxProofBytes && !drawable.includes(type))
    return `This file is larger than ${megabytes} MB; choose a smaller one.`;
  return "";
}

/**
 * The file to send: a picture that is too heavy or too large is turned the right way and made
 * smaller, everything else stays as it is.
 */
export async function prepare(file: File): Promise<File> {
  if (!drawable.includes(file.type)) return file;
  try {
    return await shrunk(file);
  } catch {
    // An old phone may lack the memory for a large picture; the server decides then.
    return file;
  }
}

async function shrunk(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const longest = Math.max(picture.width, picture.height);
  if (file.size <= maxProofBytes && longest <= maxSide) {
    picture.close();
    return file;
  }
  const scale = Math.min(1, maxSide / longest);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  // JPEG has no see-through: paper is white.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", 0.85),
  );
  if (!blob) throw new Error("no picture");
  return new File([blob], file.name.replace(/(\.\w+)?$/, ".jpg"), { type: "image/jpeg" });
}
