import { eq, lte } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Db, write } from "../database/open.ts";
import { refusalOf } from "../http/refusals.ts";
import { recordChange } from "../platform/audit/audit.ts";
import { accountByEmail } from "../platform/auth/accounts.ts";
import { authError } from "../platform/auth/errors.ts";
import { type Attempt, type AuthProvider, openIdProvider } from "../platform/auth/oidc/provider.ts";
import { ownPage } from "../platform/auth/safeRedirect.ts";
import { hashToken, newToken } from "../platform/auth/secrets.ts";
import { enter } from "../platform/auth/sessions/sessions.ts";
import { oidcAttempts } from "../platform/auth/table.ts";
import { beginHalfWay } from "../platform/auth/twoFactor/pendingSignIn.ts";
import { hasSecondFactor } from "../platform/auth/twoFactor/twoFactor.ts";
import type { Instant } from "../platform/clock/clock.ts";
import type { Services } from "../services.ts";
import { contextOf } from "./context.ts";
import type { Context } from "./procedures.ts";

const callback = "/api/auth/oidc/callback";

const lifeSeconds = 600;

/** `start` sends the browser to the provider, which sends it back to `callback`. */
export function mountOidc(app: FastifyInstance, services: Services): void {
  const provider = services.config.oidc && openIdProvider(services.config.oidc);
  const mount = (url: string, visit: typeof leave, wantedBy: typeof wantedAtStart) =>
    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      if (!provider) throw authError("auth.oidc_off");
      try {
        return reply.redirect(await visit(services, provider, request, reply));
      } catch (error) {
        const { code } = refusalOf(error);
        const { cause, reason } = error as { cause?: unknown; reason?: string };
        // Types and codes, but no messages, addresses or claims.
        const behind = { code, err: cause ?? error, reason: reason?.slice(0, 60) };
        request.log.warn(behind, "sign-in through the provider failed");
        return reply.redirect(loginPage(code, ownPage(wantedBy(request))));
      }
    });
  mount("/api/auth/oidc/start", leave, wantedAtStart);
  mount(callback, comeBack, (request) => attemptIn(request, services).to);
}

/** The page that whoever begins wants to open, if they name one. */
const wantedAtStart = ({ query }: FastifyRequest) => (query as { to?: string }).to;

/** The login, which says what the problem was and leads on to the wanted page. */
function loginPage(problem: string, wanted: string | null): string {
  const search = { problem, ...(wanted && { to: wanted }) };
  return `/login?${new URLSearchParams(search)}`;
}

/** Records an attempt here and in a cookie, and returns the provider's page. */
async function leave(
  services: Services,
  provider: AuthProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  // As signing in with a password: this too writes into the database for somebody unknown.
  services.rateLimits.changing.take(request.ip);
  const attempt: Attempt = { state: newToken(), verifier: newToken(), nonce: newToken() };
  const page = await provider.pageFor(attempt, `${services.origin()}${callback}`);
  rememberAttempt(services.db, attempt, services.now().at);
  const to = wantedAtStart(request);
  const { name, options } = stateCookie(services);
  const value = [attempt.state, ownPage(to)].join(" ");
  void reply.setCookie(name, value, { ...options, maxAge: lifeSeconds });
  return page.href;
}

/** Signs in the person whom the provider identified, and returns the page to open. */
async function comeBack(
  services: Services,
  provider: AuthProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { name, options } = stateCookie(services);
  const { state, to } = attemptIn(request, services);
  const returned = new URL(`${services.origin()}${callback}`);
  returned.search = new URL(request.url, returned).search;

  // The cookie proves that this browser started the attempt, so a link cannot sign somebody in.
  if (!state || returned.searchParams.get("state") !== state) throw authError("auth.oidc_refused");
  // Not before: a later attempt in another tab has the cookie now.
  void reply.clearCookie(name, options);
  const attempt = takeAttempt(services.db, state, services.now().at);
  const email = await provider.emailOf(attempt, returned);
  return enterByEmail(contextOf(services, request, reply), email, ownPage(to));
}

/** Returns the page to open, perhaps for the second factor. @throws auth.oidc_unknown_email */
function enterByEmail(ctx: Context, email: string, wanted: string | null): string {
  const { db, by } = ctx;
  const { at } = ctx.now();
  return write(db, () => {
    const account = accountByEmail(db, email);
    // Otherwise anybody at an unattended phone could enter their own address and sign in with it.
    if (!account || account.emailUnproven) throw authError("auth.oidc_unknown_email");
    const { id, role } = account;
    if (hasSecondFactor(db, id)) {
      ctx.setHalfWayCookie(beginHalfWay(db, id, at));
      return loginPage("auth.code_needed", wanted);
    }
    const self = { ...by, accountId: id };
    recordChange(db, self, at, { action: "auth.oidc_sign_in", subjectId: id });
    enter(ctx, id);
    return wanted ?? `/${role.toLowerCase()}/dashboard`;
  });
}

function rememberAttempt(db: Db, { state, verifier, nonce }: Attempt, now: Instant): void {
  const expiresAt = new Date(Date.parse(now) + lifeSeconds * 1000).toISOString();
  write(db, () => {
    db.delete(oidcAttempts).where(lte(oidcAttempts.expiresAt, now)).run();
    db.insert(oidcAttempts)
      .values({ stateHash: hashToken(state), verifier, nonce, expiresAt })
      .run();
  });
}

function takeAttempt(db: Db, state: string, now: Instant): Attempt {
  const attempt = db
    .delete(oidcAttempts)
    .where(eq(oidcAttempts.stateHash, hashToken(state)))
    .returning()
    .get();
  if (!attempt || attempt.expiresAt <= now) throw authError("auth.oidc_refused");
  return { state, verifier: attempt.verifier, nonce: attempt.nonce };
}

/** State and page to open. Lax: the browser must send it when it returns from the provider. */
function stateCookie(services: Services) {
  const secure = services.origin().startsWith("https:");
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return { name: secure ? "__Host-oidc" : "oidc", options };
}

/** The state of this browser's attempt, and the page that it is to lead to. */
function attemptIn({ cookies }: FastifyRequest, services: Services) {
  const [state, to] = cookies[stateCookie(services).name]?.split(" ") ?? [];
  return { state, to };
}
