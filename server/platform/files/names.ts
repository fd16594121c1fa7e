/** Control and invisible characters, line and paragraph separators, lone surrogates, bidi marks. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;
/** The ending that devices take for an extension, but not amounts such as "R12.50". */
const ending = /\.(?=[^.]*\p{L})[\p{L}\p{N}_-]{1,10}$/u;
/** Equivalent spellings of an extension that are accepted. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  jpg: ["jpeg"],
  heic: ["heif"],
  heif: ["heic"],
};
const longest = 120;

const cut = (name: string, length: number) => [...name].slice(0, length).join("");
/** Windows removes dots and spaces at the end, and then an earlier part becomes the extension. */
const withoutTail = (name: string) => name.replace(/(?<![.\s])[.\s]+$/u, "");

/** A name that is safe to show and save: no path, no invisible or bidi marks, no Windows device. */
export function harmlessName(given: string, fallback: string): string {
  const bare = given.normalize("NFC").replace(unprintable, "").split(/[/\\]/).at(-1) ?? "";
  const name = withoutTail(cut(bare.replace(/[<>:"|?*]/g, "_").replace(/^[.\s]+/u, ""), longest));
  return reserved.test(name) ? `_${cut(name, longest - 1)}` : name || fallback;
}

/** With the extension of our own name: `slip.pdf.hta` would be executed when opened. */
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
