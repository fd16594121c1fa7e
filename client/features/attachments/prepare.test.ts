import { expect, test } from "vitest";
import { attachmentKinds } from "../../../server/features/attachments/schema.ts";
import { acceptedBy, prepare } from "./prepare.ts";

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
const { maxBytes } = attachmentKinds.proofs;
const over = maxBytes + 1;

test.each([
  ["a PDF", file("pdf", "slip.pdf", "application/pdf")],
  ["a PDF without a type", file("pdf", "slip.pdf", "application/octet-stream")],
  ["a PDF of another type", file("pdf", "slip.pdf", "application/x-pdf")],
  ["a PDF with some lines before it", file("scanned", "slip.pdf", "application/pdf")],
  ["a PDF without an ending", file("pdf", "slip", "")],
  ["HEIC, which desktops have no type for", file("heic", "IMG_1.HEIC", "")],
  ["HEIC without a type", file("heic", "IMG_1.HEIC", "application/octet-stream")],
  ["a JPEG of another type", file("jpeg", "slip.jpg", "image/jpg")],
  ["a PNG that is called JPEG", file("png", "slip.jpg", "image/jpeg")],
  ["a photo of the largest size", file("jpeg", "slip.jpg", "image/jpeg", maxBytes)],
])("%s is a proof and goes as it is", async (_, chosen) => {
  expect(await prepare(chosen, "proofs")).toBe(chosen);
});

test("a PDF goes as it is with a notice, whose photos are made smaller", async () => {
  const plan = file("pdf", "plan.pdf", "application/pdf");
  expect(await prepare(plan, "noticeFiles")).toBe(plan);
});

const heic = file("heic", "IMG_1.HEIC", "");
const photo = file("jpeg", "slip.jpg", "image/jpeg", over);

// No browser draws pictures here, so they cannot be made smaller.
test.each([
  ["a large PDF", "proofs", file("pdf", "a.pdf", "application/pdf", over), "larger than 10 MB"],
  ["a large PDF without a type", "proofs", file("pdf", "a.PDF", "", over), "larger than 10 MB"],
  ["a text", "proofs", file("text", "slip.txt", "text/plain"), "not a PDF, JPEG"],
  [
    "a text that calls itself a PDF",
    "proofs",
    file("text", "a.pdf", "application/pdf"),
    "not a PDF",
  ],
  ["a large PDF", "noticeFiles", file("pdf", "a.pdf", "", over), "larger than 10 MB"],
  ["nothing", "proofs", file("png", "slip.png", "image/png", 0), "empty"],
  ["a HEIC", "proofs", file("heic", "a.heic", "", over), "This HEIC photo is larger than 10 MB"],
  ["a photo that cannot be drawn", "proofs", photo, "This picture is broken"],
  ["a PDF", "evidence", file("pdf", "a.pdf", "application/pdf"), "not a JPEG, PNG, WebP or HEIC"],
  ["a HEIC", "picture", heic, "not a JPEG, PNG or WebP"],
] as const)("%s that is no %s is not sent, and says why", async (_, kind, chosen, words) => {
  expect(await prepare(chosen, kind)).toContain(words);
});

test("a HEIC that this browser cannot draw goes as it is, where HEIC is taken", async () => {
  expect(await prepare(heic, "evidence")).toBe(heic);
  expect(acceptedBy("evidence")).toContain(".heic");
  expect(acceptedBy("picture")).not.toContain("hei");
});

test("a file that the device cannot read any more is not sent, and says so", async () => {
  const gone = file("jpeg", "slip.jpg", "image/jpeg");
  gone.slice = () => {
    throw new DOMException("The file could not be read", "NotReadableError");
  };
  expect(await prepare(gone, "proofs")).toContain("cannot read this file");
});
