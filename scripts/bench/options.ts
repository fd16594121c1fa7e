import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { choose } from "./parts.ts";

const options = {
  only: { type: "string" },
  json: { type: "string" },
  quick: { type: "boolean" },
  peers: { type: "boolean" },
} as const;

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const [why = ""] = (error as Error).message.split(". ");
    throw new Error(
      `${why}. Known are --only PART,PART and --peers, --quick and --json FILE, after "npm run bench --".`,
    );
  }
}

/** Parses the command line. @throws in words that say what to change */
export function parseOptions(args: string[]) {
  const { only, json, quick, peers } = valuesOf(args);
  const chosen = choose(only, peers);
  if (json !== undefined && !existsSync(dirname(resolve(json))))
    throw new Error(`There is no folder for ${json}. Make it first, or name another file.`);
  return {
    chosen,
    json,
    profile: quick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 4 },
    /** True when everything but the peers was chosen, so that the report mentions them. */
    withoutPeers: only === undefined && !peers,
  };
}
