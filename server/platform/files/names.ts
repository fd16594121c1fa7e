/** Control characters, line and paragraph ends, halves of characters, and marks that turn the text or take no room. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Names that Windows keeps for devices, whatever ending they have. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;
/** What a device takes for an ending. An amount such as "R12.50" has none. */
const ending = /\.(?=[^.]*\p{L})[\p{L}\p{N}_-]{1,10}$/u;
/** Other spellings of an ending, which may stay. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  jpg: ["jpeg"],
  heic: ["heif"],
  heif: ["heic"],
};
const longest = 120;

const cut = (name: string, length: number) => [...name].slice(0, length).join("");
/** Windows drops dots and spaces at the end, and what stood before them becomes the ending. */
const withoutTail = (name: string) => name.replace(/[.\s]+$/u, "");

/** A file name as it may be shown and saved: no path, no invisible or turning marks, no device of Windows. */
export function harmlessName(given: string, fallback: string): string {
  const bare = given.normalize("NFC").replace(unprintable, "").split(/[/\\]/).at(-1) ?? "";
  const name = withoutTail(cut(bare.replace(/[<>:"|?*]/g, "_").replace(/^[.\s]+/u, ""), longest));
  return reserved.test(name) ? `_${cut(name, longest - 1)}` : name || fallback;
}

/**
 * The same, with the ending of what the file is: a PDF called `slip.pdf.hta` would be run where it is
 * opened, so it becomes `slip.pdf`.
 * @param storedName the name we gave it, which ends as its content says
 */
export function safeFileName(given: string, storedName: string, fallback = "file"): string {
  const own = /\.(\w+)$/.exec(storedName)?.[1] ?? "bin";
  const isRight = (name: string) =>
    [own, ...(spellings[own] ?? [])].some((each) => name.toLowerCase().endsWith(`.${each}`));
  const name = harmlessName(given, fallback);
  if (isRight(name)) return name;
  const stem = withoutTail(name.replace(ending, ""));
  if (isRight(stem)) return stem;
  return `${withoutTail(cut(stem || fallback, longest - own.length - 1))}.${own}`;
}
