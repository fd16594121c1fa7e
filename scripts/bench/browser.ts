import { existsSync } from "node:fs";

/** Where Chromium is. @throws in words that say what to install */
export function chromiumPath(path = process.env.CHROMIUM || "/usr/bin/chromium"): string {
  if (existsSync(path)) return path;
  throw new Error(
    `It needs Chromium, which is not at ${path}. Install it (sudo apt-get install chromium), ` +
      "or say where it is: CHROMIUM=/path/to/chromium npm run bench",
  );
}

/** As the machine is: whoever runs this trusts what is built here, and there is no screen. */
export const chromiumWords = ["--no-sandbox", "--disable-gpu"];
