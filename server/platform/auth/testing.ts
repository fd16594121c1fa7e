import { expect, onTestFinished, vi } from "vitest";
import { callback, openProvider, secret } from "../../contract/provider.ts";
import { freePort } from "../../fixtures/freePort.ts";
import { openServer } from "../../testing.ts";
import { oidcAttempts, sessions } from "./table.ts";

/** A minimal browser: it keeps cookies, regardless of the port, and follows redirects. */
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
  /** Goes to `from` and follows redirects until `isEnd` accepts one. */
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

/** Runs the provider until the test is over. */
async function providerFor(...[port, origin, configuration]: Parameters<typeof openProvider>) {
  // The provider warns that it keeps everything in memory, which is right for a test.
  const warnings = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warnings.mockRestore());
  const provider = await openProvider(port, origin, configuration);
  onTestFinished(provider.close);
  return provider;
}

/** A server with a configured provider, and a browser. The provider may be started later. */
export async function building({ env = {} }: { env?: Record<string, string> } = {}) {
  const port = await freePort();
  const clock = { ms: Date.now() };
  const oidc = {
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: "stoep",
    OIDC_CLIENT_SECRET: secret,
  };
  const server = await openServer({
    clock: () => new Date(clock.ms),
    env: { LOG_LEVEL: "debug", ...oidc, ...env },
  });
  // The port is only known now, and the provider requires exactly this address.
  server.config.origin ??= server.base;
  const browser = openBrowser();
  const start = `${server.base}/api/auth/oidc/start`;
  const isPage = ({ origin, pathname }: URL) =>
    origin !== oidc.OIDC_ISSUER && !pathname.startsWith("/api/");
  return {
    ...server,
    browser,
    openProvider: (configuration?: object) =>
      providerFor(port, server.services.origin(), configuration),
    pass: (ms: number) => {
      clock.ms += ms;
    },
    time: () => clock.ms,
    /** Signs in through the provider; returns the page it leads to. */
    signIn: async (query = "") => {
      const { href } = await browser.follow(start + query, isPage);
      return href.replace(server.base, "");
    },
    /** Stops at the address the provider redirects to, without opening it. */
    almostSignIn: () => browser.follow(start, ({ pathname }) => pathname === callback),
    /** Opens an address that the provider could have redirected to. */
    arrive: async (place: URL) => (await browser.get(place)).headers.get("location"),
    session: async () => (await browser.get(`${server.base}/api/auth/session`)).json(),
    sessionCount: () => server.db.select().from(sessions).all().length,
    attempts: () => server.db.select().from(oidcAttempts).all(),
  };
}

type Shown = Pick<Awaited<ReturnType<typeof building>>, "browser" | "session" | "sessionCount">;

/** Expects that nobody was signed in. */
export async function expectNobodyIn({ browser, session, sessionCount }: Shown): Promise<void> {
  expect(browser.cookies.has("sid")).toBe(false);
  expect(await session()).toMatchObject({ code: "auth.signed_out" });
  expect(sessionCount()).toBe(0);
}
