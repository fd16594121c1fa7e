import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error: the package carries no types
import { Provider } from "oidc-provider";
import { onTestFinished, vi } from "vitest";
import { openDoor } from "../../testing.ts";
import { oidcAttempts, sessions } from "./table.ts";

export const callback = "/api/auth/oidc/callback";
export const secret = "the provider and the house know this";

/** Who the provider knows: subject → what it says of them. */
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** A provider at whose page somebody signs in, or declines, without being asked; `shownKey` is its public one. */
async function openProvider(port: number, house: string, configuration: object = {}) {
  const it = { subject: "thandi", declines: false, shownKey: key.shown };
  const lifetime = 600;
  // It warns that it keeps everything in memory, which is what a test wants.
  const warnings = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warnings.mockRestore());
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      { client_id: "stoep", client_secret: secret, redirect_uris: [`${house}${callback}`] },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...subjects[accountId] }),
    }),
    // biome-ignore lint/suspicious/noExplicitAny: the package carries no types
    loadExistingGrant: async ({ oidc }: any) => {
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
      ...{ Interaction: lifetime, Session: lifetime, Grant: lifetime },
      ...{ AuthorizationCode: lifetime, AccessToken: lifetime, IdToken: lifetime },
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
  onTestFinished(close);
  return Object.assign(it, { close });
}

/** A browser as far as this needs one: it keeps cookies, whatever the port, and follows redirects. */
function openBrowser() {
  const cookies = new Map<string, string>();
  async function ask(url: string | URL, { headers, ...rest }: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { ...headers, cookie };
    const response = await fetch(url, { redirect: "manual", headers: all, ...rest });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  const get = (url: string | URL) => ask(url);
  const post = (url: string | URL, body: object) =>
    ask(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  /** Goes to `from` and follows redirects until one leads to a place that `isEnd`. */
  async function follow(from: string, isEnd: (place: URL) => boolean): Promise<URL> {
    let place = new URL(from);
    for (let steps = 0; steps < 12; steps += 1) {
      const response = await get(place);
      const next = response.headers.get("location");
      if (next === null)
        throw new Error(`${place} answered ${response.status} ${await response.text()}`);
      place = new URL(next, place);
      if (isEnd(place)) return place;
    }
    throw new Error("too many redirects");
  }
  return { cookies, get, post, follow };
}

/** A house whose provider is set up, and a browser before it. The provider itself may come later. */
export async function building({ env = {} }: { env?: Record<string, string> } = {}) {
  const port = await freePort();
  const clock = { ms: Date.now() };
  const oidc = {
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: "stoep",
    OIDC_CLIENT_SECRET: secret,
  };
  const door = await openDoor({
    clock: () => new Date(clock.ms),
    env: { LOG_LEVEL: "debug", ...oidc, ...env },
  });
  // The port is known only now, and the provider will ask for exactly this address.
  door.config.origin ??= door.base;
  const browser = openBrowser();
  const start = `${door.base}/api/auth/oidc/start`;
  const isPage = ({ origin, pathname }: URL) =>
    origin !== oidc.OIDC_ISSUER && !pathname.startsWith("/api/");
  return {
    ...door,
    browser,
    openProvider: (configuration?: object) =>
      openProvider(port, door.house.origin(), configuration),
    pass: (ms: number) => {
      clock.ms += ms;
    },
    time: () => clock.ms,
    /** Through the provider and back: the page one arrives at. */
    signIn: async (query = "") => {
      const { href } = await browser.follow(start + query, isPage);
      return href.replace(door.base, "");
    },
    /** As far as the address the provider sends one back to, not opened yet. */
    almostSignIn: () => browser.follow(start, ({ pathname }) => pathname === callback),
    /** Opens an address the provider could have sent one back to. */
    arrive: async (place: URL) => (await browser.get(place)).headers.get("location"),
    session: async () => (await browser.get(`${door.base}/api/auth/session`)).json(),
    sessionCount: () => door.db.select().from(sessions).all().length,
    attempts: () => door.db.select().from(oidcAttempts).all(),
  };
}
