import { expect, test } from "vitest";
import { maxProofBytes } from "../../../server/features/proofs/schema.ts";
import { complaintAbout } from "./prepare.ts";

const file = (name: string, type: string, size = 1) =>
  new File([new Uint8Array(size)], name, { type });
const over = maxProofBytes + 1;

test.each([
  ["a PDF", file("slip.pdf", "application/pdf"), ""],
  ["HEIC, which desktops have no type for", file("IMG_1.HEIC", ""), ""],
  ["a large photo, which is shrunk", file("slip.jpg", "image/jpeg", over), ""],
  ["a large PDF", file("slip.pdf", "application/pdf", over), "larger than 10 MB"],
  ["a large HEIC, which browsers cannot draw", file("a.heic", "image/heic", over), "larger than"],
  ["a text", file("slip.txt", "text/plain"), "not a PDF"],
  ["a text that calls itself a PDF", file("slip.pdf", "text/plain"), "not a PDF"],
  ["a file without type or ending", file("slip", ""), "not a PDF"],
  ["nothing", file("slip.png", "image/png", 0), "empty"],
])("%s", (_, chosen, complaint) => {
  if (complaint) expect(complaintAbout(chosen)).toContain(complaint);
  else expect(complaintAbout(chosen)).toBe("");
});
