import * as oidc from "openid-client";
import * as z from "zod";
import type { Config } from "../../../config.ts";
import { email } from "../../validation/schema.ts";
import { authError } from "../errors.ts";

export interface Attempt {
  /** Returns with the browser and identifies the attempt. */
  state: string;
  /** Proves that the one who redeems the code also requested it (PKCE). */
  verifier: string;
  /** Ties the provider's ID token to this attempt. */
  nonce: string;
}

const timeoutSeconds = 10;

/** Only addresses that our accounts can have, so that look-alike letters match none. */
const vouched = z.object({ email, email_verified: z.literal(true) });

/** Its configuration is fetched when first needed, so that the server starts without it. */
export function openIdProvider(settings: NonNullable<Config["oidc"]>) {
  let known: Promise<oidc.Configuration> | null = null;
  const configuration = () => {
    known ??= discover(settings).catch((error: unknown) => {
      known = null;
      throw because("auth.oidc_unavailable", error);
    });
    return known;
  };

  return {
    /** The provider's page to redirect the browser to. @throws auth.oidc_unavailable */
    async pageFor({ state, verifier, nonce }: Attempt, redirectUri: string): Promise<URL> {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid email",
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
    },
    /**
     * The verified email of the person who returned to `returned`, the redirect URI with its query.
     * @throws auth.oidc_unavailable, auth.oidc_refused, auth.oidc_unknown_email
     */
    async emailOf(attempt: Attempt, returned: URL): Promise<string> {
      const provider = await configuration();
      const claims = await claimsOf(provider, attempt, returned).catch((error: unknown) => {
        throw because(silent(error) ? "auth.oidc_unavailable" : "auth.oidc_refused", error);
      });
      const person = vouched.safeParse(claims);
      if (!person.success) throw authError("auth.oidc_unknown_email");
      return person.data.email;
    },
  };
}

export type AuthProvider = ReturnType<typeof openIdProvider>;

export function discover(
  { issuer, clientId, clientSecret }: NonNullable<Config["oidc"]>,
  timeout = timeoutSeconds,
): Promise<oidc.Configuration> {
  // The admin chooses the issuer. Plain HTTP is allowed if they wrote http://, such as on loopback.
  const insecure = issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : [];
  // Basic is the only method with a secret that every provider must support (RFC 6749, 2.3.1).
  const proof = clientSecret ? oidc.ClientSecretBasic(clientSecret) : oidc.None();
  return oidc.discovery(new URL(issuer), clientId, undefined, proof, {
    // By default the ID token's signature is not checked, as it comes directly from the provider.
    execute: [...insecure, oidc.enableNonRepudiationChecks],
    timeout,
  });
}

/** The claims about the person. Some providers have the email only in the userinfo response. */
async function claimsOf(
  provider: oidc.Configuration,
  { state, verifier, nonce }: Attempt,
  returned: URL,
): Promise<object> {
  const tokens = await oidc.authorizationCodeGrant(provider, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || claims.email !== undefined) return claims ?? {};
  return oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
}

/** Whether the provider was unreachable or broken, and did not refuse. */
function silent(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === "server_error" || error.error === "temporarily_unavailable";
  const { code } = error as { code?: string };
  // `fetch` throws a TypeError for every network failure.
  return (
    error instanceof TypeError ||
    code === "OAUTH_TIMEOUT" ||
    code === "OAUTH_RESPONSE_IS_NOT_CONFORM"
  );
}

/** Our error, with the original one and the provider's code for the log. */
const because = (code: Parameters<typeof authError>[0], cause: unknown) =>
  Object.assign(authError(code), { cause, reason: reasonOf(cause) });

function reasonOf(error: unknown): string | undefined {
  if (error instanceof oidc.WWWAuthenticateChallengeError) return error.cause[0]?.parameters.error;
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError)
    return error.error;
  return undefined;
}
