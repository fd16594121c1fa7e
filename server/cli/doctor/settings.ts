import { type Config, ConfigError, environment, misspeltIn, readConfig } from "../../config.ts";
import { unset } from "../../platform/installation/commands.ts";
import { complaint } from "../../platform/validation/schema.ts";
import { bad, type Finding, ok } from "./finding.ts";

type Environment = Record<string, string | undefined>;

/** The settings, with every invalid one left out, so that the other checks can still run. */
export function checkSettings(env: Environment): { config: Config; findings: Finding[] } {
  const wrong = complaintsAbout(env);
  const without = (names: string[]) =>
    Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
  const findings = wrong.map(({ name, says }) =>
    bad(`The setting ${says}`, `${unset(name)}, or set it to something else`),
  );
  const misspelt = misspeltIn(env);
  for (const { name, says } of misspelt) findings.push(bad(says, unset(name)));
  const unusable = [...wrong, ...misspelt].map(({ name }) => name);
  const usable = without(unusable);
  try {
    const config = readConfig(usable);
    if (findings.length === 0) findings.push(ok("The settings can be used."));
    return { config, findings };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Each variable is valid alone but not together with the others. Only those of the sign-in
    // provider depend on each other.
    const provider = Object.keys(environment.shape).filter((name) => name.startsWith("OIDC_"));
    findings.push(bad(error.message, `${unset(...provider)}, or set what is missing`));
    return {
      config: readConfig(without([...unusable, ...provider])),
      findings,
    };
  }
}

function complaintsAbout(env: Environment): { name: string; says: string }[] {
  return Object.entries(environment.shape).flatMap(([name, schema]) => {
    // An empty variable counts as not set.
    const issue = schema.safeParse(env[name] || undefined).error?.issues[0];
    return issue ? { name, says: complaint({ ...issue, path: [name] }).message } : [];
  });
}
