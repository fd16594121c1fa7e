/** Under which address a file was got that could not be fetched at first. */
const addresses = new Map<string, string>();
let tries = 0;

/**
 * What the build writes for every `import()` of a file of ours. Chromium (seen in 150) remembers of a file
 * that could not be fetched that it could not, until the page is left: under another address it can.
 * @param file beside this one, as `./name.js`
 */
export async function importAgain(file: string): Promise<unknown> {
  const known = addresses.get(file) ?? file;
  try {
    return await import(/* @vite-ignore */ known);
  } catch {
    tries += 1;
    const other = `${file}?${tries}`;
    const found: unknown = await import(/* @vite-ignore */ other);
    addresses.set(file, other);
    return found;
  }
}
