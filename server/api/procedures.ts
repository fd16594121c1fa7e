import { initTRPC } from "@trpc/server";
import { untilCommitted } from "../database/groupCommit.ts";
import { Listing, type Reader } from "../database/list.ts";
import { AppError, type ErrorCode, refusalOf, toTrpcError } from "../errors.ts";
import type { Actor } from "../platform/audit/audit.ts";
import { accountById, accountEver } from "../platform/auth/accounts.ts";
import { confirmSelf } from "../platform/auth/passwords/credentials.ts";
import { perhapsOwnPassword, type Role } from "../platform/auth/schema.ts";
import type { SignedIn } from "../platform/auth/sessions/sessions.ts";
import type { Services } from "../services.ts";
import type { BatchRoom } from "./batchRoom.ts";

/** Whose affairs a call is about. */
type Subject = Pick<SignedIn, "id" | "email" | "maintenanceType">;

/** One call: the house, who calls, and the few things only the transport can do. */
export interface Context extends Services {
  account: SignedIn | null;
  /** How many calls are answered together. */
  calls: number;
  /** What those share; null where there is one only. */
  batch: BatchRoom | null;
  /** Pays for what is read of long lists; null where nobody does. */
  reader: Reader | null;
  /** Whose affairs it is about: those of who calls, unless an admin names somebody. */
  subject: Subject | null;
  by: Actor;
  /** Whether residents and staff may go on with a password that somebody else chose for them. */
  acceptsFirstPassword: boolean;
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
  /** Sets (or with null clears) the session cookie on the answer. */
  setSessionCookie: (token: string | null) => void;
}

/** What somebody may have to do before anything else. */
export type Unfinished = "mustChangePassword" | "lacksSecondStep";

/** Who may make a call, and what it demands of them besides. The matrix test reads it. */
export interface Admission {
  for: "public" | "member" | Role;
  /** Refuses admins too, who else may do what is for residents or staff. */
  only?: true;
  /** Is open to somebody who must still do this first. */
  alsoFor?: readonly Unfinished[];
  /** Asks for the password, unless it was typed some minutes ago. A function says for which inputs. */
  reauthenticate?: true | ((input: unknown) => boolean);
}

/** What a procedure adds to the admission that it begins with. */
export interface Meta extends Partial<Admission> {
  /**
   * What it answers is made of the database, the building's day, who asks and for what, and of nothing
   * else: no clock, no setting of the machine. Who has the answer gets a 304 until one of them changes.
   */
  cacheable?: true;
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

type Caller = Pick<Context, "account" | "acceptsFirstPassword">;

/**
 * Refuses who may not make a call: the one place where roles are compared, for procedures, for REST
 * and for streams. Admins may look after a resident's or staff member's affairs; affairsOf sees that
 * they name them.
 * @throws auth.signed_out, auth.choose_password, auth.second_step_missing, auth.wrong_role
 */
export function admits({ for: who, only, alsoFor = [] }: Admission, caller: Caller): void {
  if (who === "public") return;
  const { account } = caller;
  if (!account) throw new AppError("auth.signed_out");
  const first = unfinishedBy(account, caller);
  if (first && !alsoFor.includes(first)) throw new AppError(refusalFor[first]);
  if (who === "member" || who === account.role) return;
  if (only || account.role !== "Admin") throw new AppError("auth.wrong_role");
}

const refusalFor = {
  mustChangePassword: "auth.choose_password",
  lacksSecondStep: "auth.second_step_missing",
} as const satisfies Record<Unfinished, ErrorCode>;

/** What somebody must do before anything else; the password comes first. */
function unfinishedBy(account: SignedIn, { acceptsFirstPassword }: Caller): Unfinished | null {
  const { mustChangePassword, lacksSecondStep, role } = account;
  if (mustChangePassword && (role === "Admin" || !acceptsFirstPassword))
    return "mustChangePassword";
  return lacksSecondStep ? "lacksSecondStep" : null;
}

/**
 * Asks for the password of somebody who was admitted, where the call demands it.
 * @param input as it was sent; whoever answers at once has `currentPassword` in it
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

/** For addresses that serve two roles: an admin goes by the admin's procedures and sees all. */
export const isAdmin = (account: Pick<SignedIn, "role"> | null): boolean =>
  account?.role === "Admin";

/**
 * A procedure for some: the one step before what it does, since each step of tRPC costs. Gives what
 * services throw its HTTP status; everything else stays as tRPC made it.
 * @param given what is otherwise in its context, found when the caller is admitted; undefined where nothing
 *   is, since tRPC copies the whole context to change it
 */
const procedureFor = <Given extends object>(who: Admission["for"], given: Find<Given>) =>
  t.procedure.meta({ for: who }).use(async ({ ctx, type, meta, getRawInput, next }) => {
    const admission = { for: who, ...meta };
    const opts = { ctx, type, getRawInput };
    const goingOn = { ctx: (await admitted(admission, opts, given)) as Given };
    const reading = async () => withoutPassword(await getRawInput());
    if (admission.reauthenticate) Object.assign(goingOn, { getRawInput: reading });
    const make = async () => {
      const result = await (ctx.batch && type === "query"
        ? ctx.batch.make(() => next(goingOn))
        : next(goingOn));
      if (!result.ok) throw result.error;
      return result;
    };
    // Also what was only read: it may have been seen before it was on the disk.
    const result = await untilCommitted(ctx.db.$client, make).catch(asTrpcError);
    if (result.data instanceof Listing) result.data.readFor(ctx.reader, ctx.calls);
    return result;
  });

function asTrpcError(error: unknown): never {
  throw toTrpcError(error);
}

interface Opts {
  ctx: Context;
  type: string;
  getRawInput: () => Promise<unknown>;
}

type Find<Given> = (opts: Opts) => Given | undefined | Promise<Given | undefined>;

async function admitted<Given>(
  admission: Admission,
  opts: Opts,
  given: Find<Given>,
): Promise<Given | undefined> {
  try {
    admits(admission, opts.ctx);
    if (admission.reauthenticate)
      await reauthenticate(admission, opts.ctx, await opts.getRawInput());
    return await given(opts);
  } catch (error) {
    throw toTrpcError(error);
  }
}

/** An input for the procedure itself, which has no use for the password that was asked for. */
export function withoutPassword(input: unknown): unknown {
  if (!input || typeof input !== "object") return input;
  const { currentPassword: _, ...others } = input as Record<string, unknown>;
  return others;
}

/** Anybody, signed in or not. */
export const publicProcedure = procedureFor<object>("public", () => undefined);

/** Who was admitted is in the context already: only the type says so anew. */
interface ByMember {
  account: SignedIn;
}

/** Anybody who is signed in. */
export const memberProcedure = procedureFor<ByMember>("member", () => undefined);

/** Admins only. */
export const adminProcedure = procedureFor<ByMember>("Admin", () => undefined);

/**
 * The affairs of one resident or staff member: `ctx.subject`. It is the person signed in; an input
 * `profileId` that names somebody else is refused, except from an admin, who must name someone.
 * @throws auth.not_yours, auth.wrong_role, people.unknown
 */
const affairsOf = (role: Exclude<Role, "Admin">) =>
  procedureFor<ByMember & { subject: Subject }>(role, async (opts) => {
    const account = opts.ctx.account as SignedIn;
    const subject = subjectOf(role, account, opts, await opts.getRawInput());
    return subject === account ? undefined : { account, subject };
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
