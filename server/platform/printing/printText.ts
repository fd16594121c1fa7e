import { execFile } from "node:child_process";

/**
 * Prints a text on a printer of this machine, by its name in CUPS.
 * @throws Error if CUPS does not take it within half a minute
 */
export const printText = (printer: string, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const lp = execFile("lp", ["-d", printer], { timeout: 30_000 }, (error) =>
      error ? reject(error) : resolve(),
    );
    // The callback above gets the same failure.
    lp.stdin?.on("error", () => undefined);
    lp.stdin?.end(text);
  });
