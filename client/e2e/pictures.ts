import type { Page } from "@playwright/test";
import { heicOf } from "../../server/platform/files/testing.ts";

interface Drawing {
  width: number;
  height: number;
  /** How many rows from the bottom are noise, which does not compress; by default all of them. */
  noise?: number;
  /** The colour of a block in the upper left corner, by which a test recognises it. */
  mark?: string;
  type?: "image/png" | "image/jpeg";
  quality?: number;
}

/** A real picture made by the browser; everything except noise and mark is transparent. */
export async function picture(page: Page, drawing: Drawing): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ width, height, noise = height, mark, type = "image/png", quality }) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
      const dots = pen.createImageData(width, noise);
      for (let at = 0; at < dots.data.length; at += 65_536)
        crypto.getRandomValues(dots.data.subarray(at, at + 65_536));
      for (let at = 3; at < dots.data.length; at += 4) dots.data[at] = 255;
      pen.putImageData(dots, 0, height - noise);
      if (mark) {
        pen.fillStyle = mark;
        pen.fillRect(0, 0, width / 4, height / 4);
      }
      const url = canvas.toDataURL(type, quality);
      return url.slice(url.indexOf(",") + 1);
    },
    drawing,
  );
  return Buffer.from(base64, "base64");
}

/**
 * A JPEG as a phone held upright writes it: stored sideways, with an EXIF note to turn it right, and the
 * place.
 */
export function lyingOnItsSide(jpeg: Buffer): Buffer {
  const note = Buffer.from(
    "Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0GPS 33.9S",
    "latin1",
  );
  const head = Buffer.from([0xff, 0xe1, 0, note.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, note, jpeg.subarray(2)]);
}

/** A file that is laid out like an iPhone's HEIC photo, with so many bytes of picture. */
export const heic = (size: number): Buffer => heicOf({ picture: "x".repeat(size) });

/**
 * A proof in the page's list as the server returns it: its bytes, and what a browser shows of it.
 */
export async function stored(page: Page, name: string) {
  const link = page.getByRole("link", { name, exact: true });
  const found = await link.evaluate(async (anchor: HTMLAnchorElement) => {
    const blob = await (await fetch(anchor.href)).blob();
    const seen = await createImageBitmap(blob).catch(() => null);
    const canvas = document.createElement("canvas");
    const { width = 1, height = 1 } = seen ?? {};
    [canvas.width, canvas.height] = [width, height];
    const read = { willReadFrequently: true };
    const pen = canvas.getContext("2d", read) as CanvasRenderingContext2D;
    if (seen) pen.drawImage(seen, 0, 0);
    const at = (x: number, y: number) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3);
    return {
      address: anchor.href,
      type: blob.type,
      size: blob.size,
      width,
      height,
      upperLeft: at(width / 16, height / 16),
      upperRight: at(width - width / 16, height / 16),
    };
  });
  const bytes = await (await page.request.get(found.address)).body();
  return { ...found, bytes };
}
