/** An upright JPEG without metadata: a photo also says where it was taken. */
export async function drawn(picture: ImageBitmap, pixels: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, Math.sqrt(pixels / (picture.width * picture.height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  // JPEG has no transparency, so the background is white like paper.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", quality),
  );
  if (!blob) throw new Error("no picture");
  return blob;
}

export const asJpeg = (name: string, blob: Blob) =>
  new File([blob], name.replace(/(\.\w+)?$/, ".jpg"), { type: blob.type });
