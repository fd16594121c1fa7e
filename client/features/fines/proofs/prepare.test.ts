import { expect, test } from "vitest";
import { maxProofBytes } from "../../../../server/features/fines/proofs/schema.ts";
import { complaintAbout, prepare } from "./prepare.ts";

const starts = {
  pdf: "%PDF-1.7\n",
  scanned: "Scanned by PaperPort\r\n\r\n%PDF-1.4\n",
  jpeg: "\xff\xd8\xff\xe0",
  png: "\x89PNG\r\n\x1a\n",
  heic: "\0\0\0\x18ftypheic",
  text: "This is no %PDF",
};
/** A file with this start and zeros after it. */
function file(start: keyof typeof starts, name: string, type: string, size = 100) {
  const content = new Uint8Array(size);
  content.set(Buffer.from(starts[start], "latin1").subarray(0, size));
  return new File([content], name, { type });
}
const over = maxProofBytes + 1;

test.each([
  ["a PDF", file("pdf", "slip.pdf", "application/pdf"), ""],
  ["a PDF without a type", file("pdf", "slip.pdf", "application/octet-stream"), ""],
  ["a PDF of another type", file("pdf", "slip.pdf", "application/x-pdf"), ""],
  ["a PDF with some lines before it", file("scanned", "slip.pdf", "application/pdf"), ""],
  ["a PDF without an ending", file("pdf", "slip", ""), ""],
  ["HEIC, which desktops have no type for", file("heic", "IMG_1.HEIC", ""), ""],
  ["HEIC without a type", file("heic", "IMG_1.HEIC", "application/octet-stream"), ""],
  ["a JPEG of another type", file("jpeg", "slip.jpg", "image/jpg"), ""],
  ["a PNG that is called JPEG", file("png", "slip.jpg", "image/jpeg"), ""],
  ["a large photo, which is shrunk", file("jpeg", "slip.jpg", "image/jpeg", over), ""],
  ["a large HEIC, which some browsers can draw", file("heic", "a.heic", "image/heic", over), ""],
  [
    "a large PDF",
    file("pdf", "slip.pdf", "application/pdf", over),
    "This PDF is larger than 10 MB",
  ],
  [
    "a large PDF without a type",
    file("pdf", "slip.PDF", "", over),
    "This PDF is larger than 10 MB",
  ],
  ["a text", file("text", "slip.txt", "text/plain"), "not a PDF"],
  ["a text that calls itself a PDF", file("text", "slip.pdf", "application/pdf"), "not a PDF"],
  ["nothing", file("png", "slip.png", "image/png", 0), "empty"],
])("%s", async (_, chosen, complaint) => {
  if (complaint) expect(await complaintAbout(chosen)).toContain(complaint);
  else expect(await complaintAbout(chosen)).toBe("");
});

// No browser draws pictures here, so files over the limit cannot be made smaller.
test.each([
  [
    "a HEIC without a type",
    file("heic", "IMG_1.HEIC", "", over),
    "This HEIC photo is larger than 10 MB",
  ],
  ["a photo", file("jpeg", "slip.jpg", "image/jpeg", over), "This picture is larger than 10 MB"],
])("%s that cannot be made smaller is not sent, and says what to do", async (_, chosen, words) => {
  expect(await prepare(chosen)).toContain(words);
});

test("what is within the limit goes as it is", async () => {
  const photo = file("jpeg", "slip.jpg", "image/jpeg", maxProofBytes);
  expect(await prepare(photo)).toBe(photo);
});
