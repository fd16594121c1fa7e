import { pictureAddress } from "./branding.ts";
import { drawn } from "./redraw.ts";

/** The longest side on paper, in dots: twice what a printer shows at that size. */
const side = 320;

/** The middle as a square JPEG; undefined if there is none, because paper can do without. */
export async function pictureForPaper(): Promise<Uint8Array | undefined> {
  const address = pictureAddress();
  if (!address) return undefined;
  try {
    const answer = await fetch(address);
    if (!answer.ok) return undefined;
    const whole = await createImageBitmap(await answer.blob());
    const { width, height } = whole;
    const edge = Math.min(width, height);
    const middle = await createImageBitmap(
      whole,
      ...([(width - edge) / 2, (height - edge) / 2].map(Math.floor) as [number, number]),
      edge,
      edge,
    );
    const jpeg = await drawn(middle, side * side, 0.85);
    whole.close();
    middle.close();
    return new Uint8Array(await jpeg.arrayBuffer());
  } catch {
    return undefined;
  }
}
