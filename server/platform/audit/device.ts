const browsers: readonly [pattern: RegExp, name: string][] = [
  // Browsers that also include a name further down come first.
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

/** `words` is what people call a device with the system. */
const systems: readonly [pattern: RegExp, name: string, words: string][] = [
  [/\b(?:iPhone|iPod)\b/, "iOS", "an iPhone"],
  [/\biPad\b/, "iOS", "an iPad"],
  [/^(?=.*\bAndroid\b).*\bMobile\b/, "Android", "an Android phone"],
  [/\bAndroid\b/, "Android", "an Android tablet"],
  [/\bWindows\b/, "Windows", "Windows"],
  [/\bCrOS\b/, "ChromeOS", "a Chromebook"],
  [/\bMac OS X\b/, "macOS", "a Mac"],
  [/\bLinux\b/, "Linux", "Linux"],
];

function partsOf(userAgent: string) {
  const [, browser] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const [, system, words] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return { browser, system, words };
}

/** "Firefox on Android", or a program's own name. Models are left out for privacy. */
export function deviceIn(userAgent: string): string | null {
  const { browser, system } = partsOf(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null;
}

/** A browser in words that a person recognizes: "Chrome on an Android phone". */
export function deviceInWords(userAgent: string): string {
  const { browser = "A program", words } = partsOf(userAgent);
  return words ? `${browser} on ${words}` : browser;
}
