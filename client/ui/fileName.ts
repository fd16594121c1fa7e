const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

/** `fines-jacaranda-court-2026-11-20.csv`; a part that has no letter or digit is left out. */
export const fileNameOf = (ending: "csv" | "pdf", ...parts: string[]) =>
  `${parts.map(plain).filter(Boolean).join("-")}.${ending}`;
