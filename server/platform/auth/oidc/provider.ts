import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import * as z from "zod";
import type { Config } from "../../../config.ts";
import { AppError, type ErrorCode } from "../../../errors.ts";
import { email } from "../../validation/schema.ts";

/** The secrets of one sign-in, kept by the house while the browser is at the provider. */
export interface Attempt {
  /** Comes back with the browser and finds the attempt again. */
  state: string;
  /** Shows that who redeems the code is who asked for it (PKCE). */
  verifier: string;
  /** Ties the provider's statement to this attempt. */
  nonce: string;
}

/** Somebody outside the house who vouches for a person's email address. */
export interface AuthProvider {
  /**
   * The provider's page to send the browser to.
   * @throws auth.oidc_unavailable
   */
  pageFor(attempt: Attempt, redirectUri: string): Promise<URL>;
  /**
   * The verified email of the person who came back to `returned`, the redirect URI with its query.
   * @throws auth.oidc_unavailable, auth.oidc_refused, auth.oidc_unknown_email
   */
  emailOf(attempt: Attempt, returned: URL): Promise<string>;
}

const timeoutSeconds = 10;

/** Only what our own accounts could have: a look-alike in other letters is no known email. */
const vouched = z.object({ email, email_verified: z.literal(true) });

/**
 * An OpenID Connect provider: code flow with PKCE, state and nonce. It is asked what it can do when
 * first needed, and again after that failed, so that a house starts while its provider is down.
 */
export function openIdProvider(settings: NonNullable<Config["oidc"]>): AuthProvider {
  let known: Promise<Configuration> | null = null;
  const configuration = () => {
    known ??= discover(settings).catch((error: unknown) => {
      known = null;
      throw because("auth.oidc_unavailable", error);
    });
    return known;
  };

  return {
    async pageFor({ state, verifier, nonce }, redirectUri) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid email",
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
    },
    async emailOf(attempt, returned) {
      const provider = await configuration();
      const claims = await claimsOf(provider, attempt, returned).catch((error: unknown) => {
        throw because(silent(error) ? "auth.oidc_unavailable" : "auth.oidc_refused", error);
      });
      const person = vouched.safeParse(claims);
      if (!person.success) throw new AppError("auth.oidc_unknown_email");
      return person.data.email;
    },
  };
}

/** Asks the provider what it can do. @throws what openid-client says of a failure */
export function discover(
  { issuer, clientId, clientSecret }: NonNullable<Config["oidc"]>,
  timeout = timeoutSeconds,
): Promise<Configuration> {
  // The issuer is the admin's to choose: plain HTTP when they wrote http://, such as on loopback.
  const insecure = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
  // Basic is the one way with a secret that every provider must support (RFC 6749, 2.3.1).
  const proof = clientSecret ? ClientSecretBasic(clientSecret) : None();
  return discovery(new URL(issuer), clientId, undefined, proof, {
    // Else the ID token's signature would not be checked, as it comes straight from the provider.
    execute: [...insecure, enableNonRepudiationChecks],
    timeout,
  });
}

/** What the provider says of the person. Some put the email into the ID token, others only tell when asked. */
async function claimsOf(
  provider: Configuration,
  { state, verifier, nonce }: Attempt,
  returned: URL,
): Promise<object> {
  const tokens = await authorizationCodeGrant(provider, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || claims.email !== undefined) return claims ?? {};
  return fetchUserInfo(provider, tokens.access_token, claims.sub);
}

/** Whether the provider could not be reached or was broken, rather than saying no. */
function silent(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError)
    return error.error === "server_error" || error.error === "temporarily_unavailable";
  const { code } = error as { code?: string };
  // `fetch` throws a TypeError for everything between here and the provider.
  return (
    error instanceof TypeError ||
    code === "OAUTH_TIMEOUT" ||
    code === "OAUTH_RESPONSE_IS_NOT_CONFORM"
  );
}

/** Our refusal, and for the log what really happened: the error and the provider's word for it. */
const because = (code: ErrorCode, cause: unknown) =>
  Object.assign(new AppError(code), { cause, reason: reasonOf(cause) });

/** The provider's error code, such as invalid_client. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof WWWAuthenticateChallengeError) return error.cause[0]?.parameters.error;
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return error.error;
  return undefined;
}
