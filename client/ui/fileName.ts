const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

/** Systems have names of up to 255 bytes, and a filter may be longer. */
const mostOfPart = 60;

/** `fines-jacaranda-court-2026-11-20.csv`; a part that has no letter or digit is left out. */
export const fileNameOf = (ending: "csv" | "pdf", ...parts: string[]) =>
  `${parts
    .map((part) => plain(part.slice(0, mostOfPart)))
    .filter(Boolean)
    .join("-")}.${ending}`;
