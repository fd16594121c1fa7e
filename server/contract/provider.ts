import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
// @ts-expect-error: the package carries no types
import { Provider } from "oidc-provider";

export const callback = "/api/auth/oidc/callback";
export const secret = "the provider and the house know this";

/** The people the provider knows: subject → their claims. */
const subjects: Record<string, { email: string; email_verified?: unknown }> = {
  thandi: { email: "thandi@example.co.za", email_verified: true },
  shouting: { email: "THANDI@Example.co.za", email_verified: true },
  anna: { email: "anna@example.co.za", email_verified: true },
  unverified: { email: "thandi@example.co.za", email_verified: false },
  silent: { email: "thandi@example.co.za" },
  worded: { email: "thandi@example.co.za", email_verified: "true" },
  stranger: { email: "stranger@example.co.za", email_verified: true },
  lookalike: { email: "ｔhandi@example.co.za", email_verified: true },
};

export function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const use = { use: "sig", alg: "RS256", kid: "the one" };
  const [mine, shown] = [privateKey, publicKey].map((key) => key.export({ format: "jwk" }));
  return { mine: { ...mine, ...use }, shown: { ...shown, ...use } };
}
const key = newKey();

/** The part of a sign-in that the provider passes on. */
interface Interaction {
  oidc: { session: { accountId: string }; client: { clientId: string } };
}

/** A provider whose page signs in or declines without asking; `shownKey` is its public key. */
export async function openProvider(port: number, origin: string, configuration: object = {}) {
  const it = { subject: "thandi", declines: false, shownKey: key.shown };
  const lifetime = 600;
  // Browsers count by the machine's time, which may be far ahead of that of a test.
  const cookieLifetime = 10 * 365 * 86_400;
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      { client_id: "stoep", client_secret: secret, redirect_uris: [`${origin}${callback}`] },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...subjects[accountId] }),
    }),
    loadExistingGrant: async ({ oidc }: Interaction) => {
      const { accountId } = oidc.session;
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => "/interaction" },
    cookies: { keys: ["for this test only"] },
    ttl: {
      Interaction: cookieLifetime,
      Session: cookieLifetime,
      Grant: lifetime,
      AuthorizationCode: lifetime,
      AccessToken: lifetime,
      IdToken: lifetime,
    },
    jwks: { keys: [key.mine] },
    ...configuration,
  });
  const answer = provider.callback();
  const signIn = (request: IncomingMessage, response: ServerResponse) =>
    provider.interactionFinished(
      request,
      response,
      it.declines ? { error: "access_denied" } : { login: { accountId: it.subject } },
    );
  const server = createServer((request, response) => {
    if (request.url === "/interaction") return signIn(request, response);
    if (request.url !== "/jwks") return answer(request, response);
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ keys: [it.shownKey] }));
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return Object.assign(it, { close });
}
