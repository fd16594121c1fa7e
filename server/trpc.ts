import { initTRPC } from "@trpc/server";
import { committed } from "./commits.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db.ts";
import { AppError, refusalOf, toTrpcError } from "./errors.ts";
import { keptQueries } from "./kept.ts";
import type { Actor } from "./platform/audit/audit.ts";
import { accountById, accountEver } from "./platform/auth/accounts.ts";
import type { Role } from "./platform/auth/schema.ts";
import type { SignedIn } from "./platform/auth/sessions.ts";
import type { Backups } from "./platform/backup/keeper.ts";
import type { Moment } from "./platform/clock/clock.ts";
import type { Health } from "./platform/health/health.ts";
import type { Certificates } from "./platform/https/certificates.ts";
import type { Pace } from "./platform/pace/pace.ts";
import type { Weather } from "./platform/weather/weather.ts";

/** What lives as long as the process and every call may use. */
export interface House {
  config: Config;
  db: Db;
  weather: Weather;
  /** What HTTPS stands on; null where this server speaks plain HTTP. */
  certificates: Certificates | null;
  backups: Backups;
  /** Whether what people do can be saved. */
  health: Health;
  /** How fast one session may read, and how fast it may change things. */
  paces: { reading: Pace; changing: Pace };
  /** The address people reach this house at, for the links that are handed out. */
  origin: () => string;
  now: () => Moment;
}

/** Whose affairs a call is about. */
type Subject = Pick<SignedIn, "id" | "email" | "maintenanceType">;

/** One call: the house, who calls, and the few things only the transport can do. */
export interface Context extends House {
  account: SignedIn | null;
  /** Null until a procedure for one person's affairs is called, which has a copy that says whose. */
  subject: Subject | null;
  by: Actor;
  userAgent: string;
  /** What this browser showed to be one that has signed in before, or null. */
  deviceToken: string | null;
  /** Has this browser keep what shows it. */
  setDeviceCookie: (token: string) => void;
  /** What this browser showed to be one where somebody owes the second step, or null. */
  halfWayToken: string | null;
  /** Sets (or with null clears) what shows that. */
  setHalfWayCookie: (token: string | null) => void;
  /** Does something when the answer is out, so that its time tells nothing of it. */
  afterAnswer: (work: () => void) => void;
  /** Says of one of the calls made at once that its answer holds until the database changes. */
  keepAnswer: () => void;
  /** Sets (or with null clears) the session cookie on the answer. */
  setSessionCookie: (token: string | null) => void;
}

export interface Meta {
  /** Who may call: the matrix test reads it. */
  for: "public" | "member" | Role;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    defaultMeta: { for: "public" },
    // tRPC would send stacks whenever NODE_ENV is not "production"; they are never for the caller.
    isDev: false,
    errorFormatter: ({ shape, error }) => {
      const { message, code, field } = refusalOf(error);
      return { ...shape, message, data: { ...shape.data, reason: { code, message, field } } };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/**
 * Refuses who may not call: the one place where roles are compared.
 * Admins may look after a resident's or staff member's affairs; affairsOf sees that they name them.
 * @throws auth.signed_out, auth.wrong_role, auth.second_step_missing
 */
export function admits(who: Meta["for"], account: SignedIn | null): void {
  if (who === "public") return;
  if (!account) throw new AppError("auth.signed_out");
  if (who === "member") return;
  if (account.lacksSecondStep) throw new AppError("auth.second_step_missing");
  if (who === account.role) return;
  if (account.role !== "Admin") throw new AppError("auth.wrong_role");
}

/** For addresses that serve two roles: an admin goes by the admin's procedures and sees all. */
export const isAdmin = (account: Pick<SignedIn, "role"> | null): boolean =>
  account?.role === "Admin";

/** Refuses everybody but this role, admins too. @throws auth.signed_out, auth.wrong_role */
export function admitsOnly(role: Role, account: SignedIn | null): SignedIn {
  admits(role, account);
  if (account?.role !== role) throw new AppError("auth.wrong_role");
  return account;
}

/**
 * A procedure for some: the one step before what it does, since each step of tRPC costs. Gives what
 * services throw its HTTP status; everything else stays as tRPC made it.
 * @param given what its context has besides, found when the caller is admitted
 */
const procedureFor = <Given extends object>(
  who: Meta["for"],
  given: (opts: Opts) => Given | Promise<Given>,
) =>
  t.procedure.meta({ for: who }).use(async ({ ctx, path, type, getRawInput, next }) => {
    if (keptQueries.has(path)) ctx.keepAnswer();
    const result = await next({ ctx: await admitted(who, { ctx, type, getRawInput }, given) });
    if (!result.ok) throw toTrpcError(result.error);
    // Also what was only read: it may have been seen before it was on the disk.
    const waits = committed(ctx.db.$client);
    if (waits)
      await waits.catch((error: unknown) => {
        throw toTrpcError(error);
      });
    return result;
  });

interface Opts {
  ctx: Context;
  type: string;
  getRawInput: () => Promise<unknown>;
}

async function admitted<Given>(
  who: Meta["for"],
  opts: Opts,
  given: (opts: Opts) => Given | Promise<Given>,
): Promise<Given> {
  try {
    admits(who, opts.ctx.account);
    return await given(opts);
  } catch (error) {
    throw toTrpcError(error);
  }
}

/** Anybody, signed in or not. */
export const publicProcedure = procedureFor("public", () => ({}));

/** Who was admitted is in the context already: only the type says so anew. */
const somebody = {} as { account: SignedIn };

/** Anybody who is signed in. */
export const memberProcedure = procedureFor("member", () => somebody);

/** Admins only. */
export const adminProcedure = procedureFor("Admin", () => somebody);

/**
 * The affairs of one resident or staff member: `ctx.subject`. It is the person signed in; an input
 * `profileId` that names somebody else is refused, except from an admin, who must name someone.
 * @throws auth.not_yours, auth.wrong_role, people.unknown
 */
const affairsOf = (role: Exclude<Role, "Admin">) =>
  procedureFor(role, async (opts) => {
    const caller = opts.ctx.account as SignedIn;
    return { ...somebody, subject: subjectOf(role, caller, opts, await opts.getRawInput()) };
  });

function subjectOf(
  role: Exclude<Role, "Admin">,
  caller: SignedIn,
  { ctx, type }: Opts,
  input: unknown,
): Subject {
  const { profileId } = (input ?? {}) as { profileId?: unknown };
  if (caller.role === role) {
    if (profileId !== undefined && profileId !== caller.id)
      throw new AppError("auth.not_yours", { field: "profileId" });
    return caller;
  }
  if (profileId === undefined) throw new AppError("auth.wrong_role");
  // What a removed person left can still be read.
  const find = type === "query" ? accountEver : accountById;
  const subject = find(ctx.db, String(profileId));
  if (subject?.role !== role) throw new AppError("people.unknown", { field: "profileId" });
  return subject;
}

/** A resident's affairs. */
export const residentProcedure = affairsOf("Resident");

/** A staff member's affairs. */
export const staffProcedure = affairsOf("Staff");
