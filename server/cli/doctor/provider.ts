import type { Config } from "../../config.ts";
import { discover } from "../../platform/auth/oidc/provider.ts";
import { bad, type Finding, ok } from "./finding.ts";

/** A failure as openid-client says it; `fetch` puts network errors into the cause. */
interface Failure {
  code?: string;
  message?: string;
  cause?: { code?: unknown; message?: string; status?: number };
}

/** Fetches the sign-in provider's metadata, as a sign-in does. */
export async function checkProvider(
  settings: Config["oidc"],
  timeoutSeconds = 5,
): Promise<Finding> {
  if (!settings) return ok("No provider signs people in (OIDC_ISSUER).");
  try {
    await discover(settings, timeoutSeconds);
    return ok(`The sign-in provider ${settings.issuer} answers.`);
  } catch (error) {
    return inWords(error as Failure, settings.issuer);
  }
}

const slip = "Look for a typing mistake in OIDC_ISSUER, and check that this machine has internet.";

function inWords({ code, message, cause }: Failure, issuer: string): Finding {
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
    return bad(
      `The sign-in provider ${issuer} calls itself something else.`,
      `Write into OIDC_ISSUER what follows "issuer" at ${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    );
  if (code === "OAUTH_TIMEOUT") return bad(`The sign-in provider ${issuer} does not answer.`, slip);
  if (code?.startsWith("OAUTH_"))
    return bad(
      `At ${issuer} there is no sign-in provider (${cause?.status === 200 ? "its answer is none" : `status ${cause?.status}`}).`,
      "OIDC_ISSUER is the address before /.well-known/openid-configuration: ask who runs it.",
    );
  if (cause?.code === "ENOTFOUND" || cause?.code === "EAI_AGAIN")
    return bad(`No sign-in provider called ${new URL(issuer).hostname} can be found.`, slip);
  const why = cause?.message || String(cause?.code ?? message);
  return bad(`The sign-in provider ${issuer} cannot be reached (${why}).`, slip);
}
