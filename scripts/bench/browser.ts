import { existsSync } from "node:fs";

/** The path of Chromium. @throws in words that say what to install */
export function chromiumPath(path = process.env.CHROMIUM || "/usr/bin/chromium"): string {
  if (existsSync(path)) return path;
  throw new Error(
    `It needs Chromium, which is not at ${path}. Install it (sudo apt-get install chromium), ` +
      "or say where it is: CHROMIUM=/path/to/chromium npm run bench",
  );
}

/** Without a sandbox, because it only opens what is built here, and without a screen. */
export const chromiumWords = ["--no-sandbox", "--disable-gpu"];
