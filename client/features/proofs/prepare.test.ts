import { expect, test } from "vitest";
import { maxProofBytes } from "../../../server/features/proofs/schema.ts";
import { complaintAbout, prepare } from "./prepare.ts";

const file = (name: string, type: string, size = 1) =>
  new File([new Uint8Array(size)], name, { type });
const over = maxProofBytes + 1;

test.each([
  ["a PDF", file("slip.pdf", "application/pdf"), ""],
  ["HEIC, which desktops have no type for", file("IMG_1.HEIC", ""), ""],
  ["a large photo, which is shrunk", file("slip.jpg", "image/jpeg", over), ""],
  ["a large HEIC, which some browsers can draw", file("a.heic", "image/heic", over), ""],
  ["a large PDF", file("slip.pdf", "application/pdf", over), "This PDF is larger than 10 MB"],
  ["a large PDF without a type", file("slip.PDF", "", over), "This PDF is larger than 10 MB"],
  ["a text", file("slip.txt", "text/plain"), "not a PDF"],
  ["a text that calls itself a PDF", file("slip.pdf", "text/plain"), "not a PDF"],
  ["a file without type or ending", file("slip", ""), "not a PDF"],
  ["nothing", file("slip.png", "image/png", 0), "empty"],
])("%s", (_, chosen, complaint) => {
  if (complaint) expect(complaintAbout(chosen)).toContain(complaint);
  else expect(complaintAbout(chosen)).toBe("");
});

// No browser draws pictures here, so files over the limit cannot be made smaller.
test.each([
  ["a HEIC without a type", file("IMG_1.HEIC", "", over), "This HEIC photo is larger than 10 MB"],
  ["a photo", file("slip.jpg", "image/jpeg", over), "This picture is larger than 10 MB"],
])("%s that cannot be made smaller is not sent, and says what to do", async (_, chosen, words) => {
  expect(await prepare(chosen)).toContain(words);
});

test("what is within the limit goes as it is", async () => {
  const photo = file("slip.jpg", "image/jpeg", maxProofBytes);
  expect(await prepare(photo)).toBe(photo);
});
