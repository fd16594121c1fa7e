import { ConfigError, misspelt, settingNames } from "../../config.ts";
import { meantInFile } from "./closestName.ts";

/**
 * One `NAME=value` per line. `#` begins a comment only at the start of a line. A value goes to the
 * end of its line, without surrounding blanks or a pair of quotes.
 * @param file its name for error messages, which repeat no value
 * @throws ConfigError naming each line that cannot be read, and what to change
 */
export function parseSettings(text: string, file: string): Record<string, string> {
  const settings: Record<string, string> = {};
  const wrong: string[] = [];
  for (const [index, written] of text
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    const line = written.trim();
    if (line === "" || line.startsWith("#")) continue;
    const refuse = (what: string) => wrong.push(`  line ${index + 1}: ${what}`);
    const [, name = "", value = ""] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? [];
    const meant = meantInFile(name, settingNames());
    const fault = valueFault(value);
    if (name === "")
      refuse("This is not a setting. Write NAME=value, or put # in front of a comment.");
    else if (meant) refuse(misspelt(name, meant));
    else if (fault) refuse(`${name} ${fault}`);
    else settings[name] = quoteOf(value.trim()) ? value.trim().slice(1, -1) : value.trim();
  }
  if (wrong.length === 0) return settings;
  throw new ConfigError(`The settings in ${file} cannot be read:\n${wrong.join("\n")}`);
}

/** The quote that surrounds a whole value, if any. */
const quoteOf = (value: string) => /^(["']).*\1$/s.exec(value)?.[1];

function valueFault(written: string): string | null {
  const value = written.trim();
  const quote = quoteOf(value);
  if (quote) {
    if (!value.slice(1, -1).includes(quote)) return null;
    return `has ${quote} between its quotes. Use the other kind of quotes around it.`;
  }
  if (/\s#/.test(written))
    return "has a # after a space. Put a comment on a line of its own. If the # belongs to the value, put quotes around the value.";
  if (/^["']|["']$/.test(value))
    return "has a quote at one end only. Put the same one at both ends, or the other kind around all of it.";
  return null;
}
