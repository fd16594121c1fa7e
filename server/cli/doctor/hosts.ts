import type { Config } from "../../config.ts";
import { plusDays } from "../../platform/clock/clock.ts";
import { readRefusedHosts } from "../../platform/hosts/refused.ts";
import { startWith } from "../../platform/installation/commands.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** In days. Older refusals no longer matter. */
const recentDays = 31;

export function checkHosts({ data, allowedHosts, origin }: Config, now: Date): Finding {
  const known = [...allowedHosts, origin && new URL(origin).hostname];
  const since = plusDays(now.toISOString(), -recentDays);
  const names = [...readRefusedHosts(data)]
    .filter(([name, at]) => at > since && !known.includes(name))
    .map(([name]) => name);
  if (names.length === 0) return ok("Nobody has tried a name that Stoep does not answer to.");
  return warn(
    `People tried names that Stoep does not answer to: ${names.join(", ")}.`,
    `If they are meant to be this machine's: ${startWith(`ALLOWED_HOSTS=${[...allowedHosts, ...names].join(",")}`)}`,
  );
}
