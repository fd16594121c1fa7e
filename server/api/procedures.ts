import { type AnyTRPCProcedure, initTRPC } from "@trpc/server";
import { Listing, type Reader } from "../database/list.ts";
import { peopleError } from "../features/people/errors.ts";
import { refusalOf, toTrpcError } from "../http/refusals.ts";
import type { Actor } from "../platform/audit/actor.ts";
import { accountById, accountEver, isGuard } from "../platform/auth/accounts.ts";
import { authError } from "../platform/auth/errors.ts";
import { confirmSelf } from "../platform/auth/passwords/credentials.ts";
import { perhapsOwnPassword, type Role } from "../platform/auth/schema.ts";
import type { SignedIn } from "../platform/auth/sessions/sessions.ts";
import type { Personal } from "../platform/privacy/personal.ts";
import { inCallerQueue } from "../platform/rateLimit/callerQueue.ts";
import type { Services } from "../services.ts";
import type { BatchRoom } from "./batchRoom.ts";
import type { FindNeed } from "./needs.ts";

/** The declarations of features that other features read. */
export interface Declared {
  /** If two entries name a file, the later one wins, because a feature describes it better. */
  personal: readonly Personal[];
  /** Every action in the audit trail, with words that follow a person's name. */
  actions: Readonly<Record<string, string>>;
  /** The work that waits for an admin, by the feature's name, in the order of the features. */
  needs: ReadonlyMap<string, FindNeed>;
}

type Subject = Pick<SignedIn, "id" | "maintenanceType">;

/** The context of a call: the services, the caller, and what only the transport provides. */
export interface Context extends Services {
  declared: Declared;
  account: SignedIn | null;
  /** The same, asked again: for a response that goes on after its session has ended. */
  accountNow: () => SignedIn | null;
  calls: number;
  /** The bytes these share; null for a single call. */
  batch: BatchRoom | null;
  /** Charges the caller for reading long lists; null to charge nobody. */
  reader: Reader | null;
  /** The person it is about: the caller, unless an admin names somebody else. */
  subject: Subject | null;
  by: Actor;
  /** Whether residents and staff may continue with a password that somebody else chose for them. */
  acceptsFirstPassword: boolean;
  userAgent: string;
  /** This browser's token from an earlier sign-in, or null. */
  deviceToken: string | null;
  setDeviceCookie: (token: string) => void;
  /** The token of a sign-in that still lacks the second factor, or null. */
  halfWayToken: string | null;
  /** Sets that token, or clears it with null. */
  setHalfWayCookie: (token: string | null) => void;
  /** Runs work after the response is sent, so that its duration is not visible. */
  afterAnswer: (work: () => void) => void;
  /** Sets the session cookie, or clears it with null. */
  setSessionCookie: (token: string | null) => void;
}

export type Unfinished = "mustChangePassword" | "lacksSecondStep";

/**
 * The role that may make a call, and its other requirements. "Gate" is staff of the trade Security,
 * and admins. The matrix test reads it.
 */
export interface Admission {
  for: "public" | "member" | "Gate" | Role;
  /** Also refuses admins, who may otherwise act for residents and staff. */
  only?: true;
  /** Also for people who must still do this first. */
  alsoFor?: readonly Unfinished[];
  /** Requires the password, unless it was typed a few minutes ago. A function chooses by input. */
  reauthenticate?: true | ((input: unknown) => boolean);
}

/** The role that may call a procedure, from its meta; admins, if there is none. */
export const admissionOf = (procedure: AnyTRPCProcedure | undefined): Admission => ({
  for: "Admin",
  ...(procedure?._def.meta as Meta | undefined),
});

export interface Meta extends Partial<Admission> {
  /** It depends only on the database, the date, the caller and the input: clients get a 304. */
  cacheable?: true;
  /** It waits for another machine or the disk, or is so cheap that it may come at any time. */
  notQueued?: true;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    defaultMeta: { for: "public" },
    // tRPC would send stacks unless NODE_ENV is "production"; clients must never get them.
    isDev: false,
    // A browser that hears nothing for 40 s connects again.
    sse: {
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 40_000 },
    },
    errorFormatter: ({ shape, error }) => {
      const { message, code, field } = refusalOf(error);
      return { ...shape, message, data: { ...shape.data, reason: { code, message, field } } };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

type Caller = Pick<Context, "account" | "acceptsFirstPassword">;

/**
 * Checks whether a caller may make a call. Roles are only compared here. Admins may act for a
 * resident or staff member; affairsOf checks that they name one.
 * @throws auth.signed_out, auth.choose_password, auth.second_step_missing, auth.wrong_role
 */
export function admits({ for: who, only, alsoFor = [] }: Admission, caller: Caller): void {
  if (who === "public") return;
  const { account } = caller;
  if (!account) throw authError("auth.signed_out");
  const first = unfinishedBy(account, caller);
  if (first && !alsoFor.includes(first)) throw authError(refusalFor[first]);
  if (who === "member" || who === account.role) return;
  if (who === "Gate" && isGuard(account)) return;
  if (only || account.role !== "Admin") throw authError("auth.wrong_role");
}

const refusalFor = {
  mustChangePassword: "auth.choose_password",
  lacksSecondStep: "auth.second_step_missing",
} as const satisfies Record<Unfinished, string>;

/** The step that a person must take first, or null; the password comes before the second factor. */
function unfinishedBy(account: SignedIn, { acceptsFirstPassword }: Caller): Unfinished | null {
  const { mustChangePassword, lacksSecondStep, role } = account;
  if (mustChangePassword && (role === "Admin" || !acceptsFirstPassword))
    return "mustChangePassword";
  return lacksSecondStep ? "lacksSecondStep" : null;
}

/**
 * Checks the caller's password if the call requires it.
 * @param input the original input, which may include `currentPassword`
 * @throws auth.password_needed, auth.sign_in_again, auth.wrong_password, auth.too_many
 */
export async function reauthenticate(
  { reauthenticate: asks }: Admission,
  { db, account, now }: Pick<Context, "db" | "account" | "now">,
  input: unknown,
): Promise<void> {
  if (!asks || !account || (asks !== true && !asks(input))) return;
  const { currentPassword } = perhapsOwnPassword.strip().parse(input ?? {});
  await confirmSelf(db, account, currentPassword, now());
}

/** For paths that serve two roles: admins use the admin's procedures and see everything. */
export const isAdmin = (account: Pick<SignedIn, "role"> | null): boolean =>
  account?.role === "Admin";

/**
 * A procedure with one middleware, because each one takes time.
 * @param given additions to the context after admission; undefined for none, because tRPC copies
 * the whole context to add them
 */
const procedureFor = <Given extends object>(who: Admission["for"], given: Find<Given>) =>
  t.procedure.meta({ for: who }).use(async ({ ctx, type, meta, getRawInput, next, signal }) => {
    const admission = { for: who, ...meta };
    const reading = async () => withoutPassword(await getRawInput());
    const make = async () => {
      admits(admission, ctx);
      if (admission.reauthenticate) await reauthenticate(admission, ctx, await getRawInput());
      const goingOn = { ctx: (await given({ ctx, type, getRawInput })) as Given };
      if (admission.reauthenticate) Object.assign(goingOn, { getRawInput: reading });
      const result = await (type === "query"
        ? answered(ctx, signal, meta, () => next(goingOn))
        : next(goingOn));
      if (!result.ok) throw result.error;
      return result;
    };
    const result = await make().catch(asTrpcError);
    if (result.data instanceof Listing) result.data.readFor(ctx.reader, ctx.calls);
    return result;
  });

/** A query's result. One person's queries run two at a time, those of a batch one after the other. */
function answered<Result extends { ok: boolean; data?: unknown }>(
  { account, by, calls, batch }: Context,
  signal: AbortSignal | undefined,
  meta: Meta | undefined,
  query: () => Promise<Result>,
): Promise<Result> {
  const caller = account?.id ?? by.origin;
  const queued = () =>
    meta?.notQueued ? query() : inCallerQueue({ caller, calls, signal }, query);
  return batch ? batch.make(queued) : queued();
}

function asTrpcError(error: unknown): never {
  throw toTrpcError(error);
}

interface Opts {
  ctx: Context;
  type: string;
  getRawInput: () => Promise<unknown>;
}

type Find<Given> = (opts: Opts) => Given | undefined | Promise<Given | undefined>;

export function withoutPassword(input: unknown): unknown {
  if (!input || typeof input !== "object") return input;
  const { currentPassword: _, ...others } = input as Record<string, unknown>;
  return others;
}

export const publicProcedure = procedureFor<object>("public", () => undefined);

/** This only tells the type that the caller is signed in. */
interface ByMember {
  account: SignedIn;
  by: Actor & { accountId: string };
}

export const memberProcedure = procedureFor<ByMember>("member", () => undefined);

/** For staff of the trade Security, and admins. */
export const gateProcedure = procedureFor<ByMember>("Gate", () => undefined);

export const adminProcedure = procedureFor<ByMember>("Admin", () => undefined);

/**
 * For calls about one resident or staff member, `ctx.subject`: the caller, or whom an admin names
 * with `profileId`.
 * @throws auth.not_yours, auth.wrong_role, people.unknown
 */
const affairsOf = (role: Exclude<Role, "Admin">) =>
  procedureFor<ByMember & { subject: Subject }>(role, async (opts) => {
    const account = opts.ctx.account as SignedIn;
    const subject = subjectOf(role, account, opts, await opts.getRawInput());
    return subject === account ? undefined : ({ subject } as ByMember & { subject: Subject });
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
      throw authError("auth.not_yours", { field: "profileId" });
    return caller;
  }
  if (profileId === undefined) throw authError("auth.wrong_role");
  // The data of removed people can still be read, and of residents who have another role since.
  const isRead = type === "query";
  const subject = (isRead ? accountEver : accountById)(ctx.db, String(profileId));
  const mayBeAnybody = isRead && role === "Resident";
  if (!subject || (subject.role !== role && !mayBeAnybody))
    throw peopleError("people.unknown", { field: "profileId" });
  return subject;
}

export const residentProcedure = affairsOf("Resident");

export const staffProcedure = affairsOf("Staff");

const isCacheable = { cacheable: true } as const;

export const cacheable = {
  member: memberProcedure.meta(isCacheable),
  admin: adminProcedure.meta(isCacheable),
  resident: residentProcedure.meta(isCacheable),
  staff: staffProcedure.meta(isCacheable),
};
