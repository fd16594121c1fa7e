import { TRPCError } from "@trpc/server";
import { ZodError, type z } from "zod";
import { complaint } from "./schema.ts";

/** Every way a call can fail: our stable code → HTTP status and one sentence a person can act on. */
export const errors = {
  "request.invalid": [400, "Something in the request cannot be used."],
  "request.malformed": [400, "The request is not valid JSON; check it and send it again."],
  "request.unknown_address": [404, "There is nothing at this address."],
  "request.address_too_long": [414, "A part of this address is too long; shorten it."],
  "request.too_large": [413, "This is larger than the server accepts; send less at once."],
  "request.wrong_content_type": [415, "Send this as application/json."],
  "request.not_http": [400, "This is not a valid HTTP request."],
  "request.no_host": [400, "The request does not say which host it is for; add a Host header."],
  "request.unmet_expectation": [
    417,
    "The server cannot do what the Expect header asks; leave it out.",
  ],
  "request.too_slow": [408, "The request took too long to arrive; send it again."],
  "request.too_many": [429, "These are too many requests at once; wait a second and go on slower."],
  "request.headers_too_large": [
    431,
    "The request's headers are too large; send fewer or shorter ones.",
  ],
  "request.plain_http": [
    403,
    "This house is spoken to over HTTPS only: send this to the same address with https:// instead.",
  ],
  "request.foreign_origin": [403, "This request came from another site and was refused."],
  "request.key_reused": [
    409,
    "This idempotency key was already used for something else; send a new one.",
  ],
  "auth.signed_out": [401, "Please sign in first."],
  "auth.bad_credentials": [401, "Invalid email or password"],
  "auth.too_many": [429, "There were too many wrong tries; wait a while, or ask an admin."],
  "auth.code_needed": [401, "Type the code that your app shows, too."],
  "auth.bad_code": [
    401,
    "This code is not right or was used already; type the one your app shows now.",
  ],
  "auth.second_step_missing": [
    403,
    "Admins log in with a second step here; set yours up on your profile first.",
  ],
  "auth.weak_password": [400, "This password is easy to guess; choose another."],
  "auth.wrong_role": [403, "Your account may not do this."],
  "auth.not_yours": [403, "This belongs to somebody else."],
  "auth.password_needed": [
    403,
    "You signed in some time ago; type your current password, so that it is sure to be you.",
  ],
  "auth.sign_in_again": [
    403,
    "You signed in some time ago; sign out and in again, so that it is sure to be you.",
  ],
  "auth.wrong_password": [400, "The current password is not right; type it again."],
  "auth.unusable_link": [
    400,
    "This link was used before or has expired; ask an admin for a new one.",
  ],
  "auth.unusable_code": [
    400,
    "This code was used before, has expired or is not right; compare it with your sheet, or ask a trustee for a new one.",
  ],
  "auth.oidc_unavailable": [
    503,
    "The sign-in provider does not answer; sign in with your password or try later.",
  ],
  "auth.oidc_refused": [
    401,
    "The sign-in with your provider was not finished; start it again or use your password.",
  ],
  "auth.oidc_unknown_email": [
    403,
    "Your provider gave no verified email address of anybody here; ask an admin.",
  ],
  "auth.half_way_over": [
    401,
    "The ten minutes for the code are over; sign in with your provider again.",
  ],
  "auth.oidc_off": [404, "Sign-in with an outside provider is not set up here."],
  "setup.done": [409, "Stoep is already set up; sign in instead."],
  "factors.on_already": [409, "Your second step is set up already; turn it off first."],
  "factors.not_begun": [409, "Begin with the picture to scan; reload the page."],
  "factors.own": [409, "Turn your own second step off on your profile; it asks for your password."],
  "factors.lost": [
    409,
    "The key that codes are compared with is gone; use a recovery code, or ask an admin to reset your second step.",
  ],
  "factors.needed": [409, "Admins need a second step here, so it cannot be turned off."],
  "factors.own_first": [
    409,
    "Set up a second step of your own first, so that you are not locked out.",
  ],
  "passkeys.off": [404, "Passkeys need HTTPS and a name for this house; an admin sets both up."],
  "passkeys.refused": [401, "This passkey was not taken; try again, or log in with your password."],
  "passkeys.too_many": [409, "You have 20 passkeys already; remove one that is not used any more."],
  "passkeys.unknown": [404, "There is no such passkey; reload the list."],
  "people.unknown": [404, "There is no such person; reload the list."],
  "people.email_taken": [409, "Somebody already uses this email; choose another."],
  "people.username_taken": [409, "Somebody already uses this username; choose another."],
  "people.last_admin": [409, "This is the only admin; make somebody else an admin first."],
  "sheets.not_waiting": [
    409,
    "Somebody you chose has signed in meanwhile or was removed; look at the list again.",
  ],
  "sheets.told": [
    409,
    "These sheets were made and their codes cannot be shown again; make new ones.",
  ],
  "people.bad_role": [
    400,
    "newRole must be Admin, Staff, Resident, or one of the maintenance types Cleaning, Electricity, Security, Groundskeeping.",
  ],
  "people.id_number_lost": [
    409,
    "This ID number cannot be read: it was changed outside of Stoep. Restore a backup, or remove the person and sign them up again.",
  ],
  "fines.unknown": [404, "There is no such fine; reload the list."],
  "fines.due_before_issue": [400, "The due date must be today or later."],
  "fines.changed": [409, "Somebody else changed this fine meanwhile; look at it again."],
  "fines.wrong_resident": [400, "userId names somebody else than the address does; leave it out."],
  "maintenance.unknown": [404, "There is no such maintenance request; reload the list."],
  "maintenance.changed": [409, "Somebody else changed this request meanwhile; look at it again."],
  "visitors.unknown": [404, "There is no such visitor; reload the list."],
  "proofs.unknown": [404, "There is no such payment proof; reload the fine."],
  "proofs.too_many": [409, "This fine has 20 proofs already; ask an admin to look at them."],
  "proofs.no_file": [
    400,
    "No file arrived; choose a PDF, JPEG, PNG, WebP or HEIC file and send it again.",
  ],
  "proofs.wrong_type": [415, "This file is not a PDF, JPEG, PNG, WebP or HEIC; choose another."],
  "proofs.archive": [
    415,
    "There is an archive (ZIP) hidden in this file; send the document or picture alone.",
  ],
  "proofs.too_many_dots": [
    413,
    "This picture has more than 120 million dots, which devices cannot open; send a smaller one.",
  ],
  "proofs.too_large": [413, "This file is larger than 10 MB; choose a smaller one."],
  "proofs.cut_off": [400, "The upload stopped half-way; send the file again."],
  "sessions.unknown": [404, "This device is signed out already; reload the list."],
  "tokens.too_many": [409, "You have 20 tokens already; revoke one that is not used any more."],
  "tokens.told": [
    409,
    "This token was made and cannot be shown again; revoke it and make a new one.",
  ],
  "tokens.unknown": [404, "There is no such token; reload the list."],
  "units.unknown": [404, "There is no such unit; reload the list."],
  "units.label_taken": [409, "There is a unit with this label already; choose another."],
  "units.lived_in": [409, "Somebody still lives in this unit; give them another address first."],
  "imports.no_file": [400, "No file arrived; choose a CSV file and send it again."],
  "imports.cut_off": [400, "The upload stopped half-way; send the file again."],
  "imports.too_large": [413, "This file is larger than 2 MB; split it and import the parts."],
  "imports.too_many_rows": [
    413,
    "This file has more than 5 000 rows; split it and import the parts.",
  ],
  "imports.too_many_columns": [
    413,
    "This file has more than 1 000 columns; delete those that are not needed.",
  ],
  "imports.not_text": [415, "This is not a text file; save it as CSV and choose that one."],
  "imports.empty": [400, "This file is empty; choose another."],
  "imports.no_rows": [
    400,
    "This file has headings and no rows under them; there is nothing to import.",
  ],
  "imports.no_headings": [
    400,
    "The first line must say what the columns are, such as Name, Surname, Email; add such a line at the top.",
  ],
  "imports.same_heading": [400, "Two columns have the same heading; rename one."],
  "imports.bad_columns": [400, "columns must be a JSON object of field and column number."],
  "imports.missing_columns": [400, "A column that is needed is missing; say which one it is."],
  "imports.refused": [409, "Some rows are refused, so nothing was imported; look at them again."],
  "backups.busy": [409, "A backup is being made already; wait until it is done."],
  "backups.unknown": [404, "There is no such backup; reload the list."],
  "backups.nothing_kept": [404, "Nothing was restored here, so there is nothing to put back."],
  "backups.restoring": [409, "A backup is being restored; wait until that is done."],
  "backups.not_ready": [409, "What you looked at is not ready any more; choose the backup again."],
  "backups.no_file": [400, "No file arrived; choose a backup and send it again."],
  "backups.cut_off": [400, "The upload stopped half-way; send the file again."],
  "backups.wrong_type": [
    415,
    "This file is no backup of Stoep: those end in .tar.gz or .tar.gz.age. Choose another.",
  ],
  "backups.no_room": [
    507,
    "There is not enough room on the building's disk for this backup; make room and send it again.",
  ],
  "privacy.still_here": [
    409,
    "This person still lives or works here; remove them from their list first.",
  ],
  "privacy.owes": [
    409,
    "This person has fines that are not paid; set them to Paid first, else nobody would know who owes them.",
  ],
  "privacy.erased": [409, "This person was erased already."],
  "privacy.not_confirmed": [400, "Type the person's name exactly as it stands above."],
  "audit.unknown": [404, "There is no such entry; reload the list."],
  "weather.unavailable": [503, "Weather unavailable"],
  "server.busy": [503, "The server is busy; try again in a moment."],
  "server.full": [507, "The building's disk is full; tell an admin. Nothing was changed."],
  "server.unwritable": [
    503,
    "The building's disk cannot be used just now; tell an admin. Nothing was changed.",
  ],
  "server.broken": [
    500,
    "Something went wrong on our side; try again, and tell an admin if it stays.",
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

interface Details {
  /** The input it is about. */
  field?: string;
  /** Replaces the table's sentence. */
  message?: string;
  /** Seconds after which it is worth trying again. */
  retryAfter?: number;
}

/** A refusal with a reason. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errors[code][1]);
    this.code = code;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
  }
}

/** After how many seconds it is worth trying again; 0 where that does not help. */
function secondsToWait(thrown: unknown): number {
  const cause = thrown instanceof TRPCError ? thrown.cause : thrown;
  if (cause instanceof AppError && cause.retryAfter) return cause.retryAfter;
  return [429, 503].includes(refusalOf(thrown).status) ? 1 : 0;
}

/** What an answer tells programs of when to try again, if that helps with all that was refused. */
export function retryHeaders(...thrown: unknown[]): Record<string, string> {
  const waits = thrown.map(secondsToWait);
  return waits.includes(0) ? {} : { "retry-after": `${Math.max(...waits)}` };
}

/** The database cannot be used, said in words for the person at the machine. */
export class DatabaseError extends Error {}

/** What any failed answer tells: REST sends it as the body, tRPC as `error.data.reason`. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
  field?: string;
}

/** Turns whatever was thrown into an answer. 5xx never says what happened inside. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof AppError) {
    const { code, message, field } = thrown;
    return { status: errors[code][0], code, message, ...(field && { field }) };
  }
  if (thrown instanceof ZodError) return invalid(thrown.issues);
  if (thrown instanceof TRPCError) return ofTrpc(thrown);
  return refusalOf(new AppError(outsideCode(thrown)));
}

function ofTrpc(error: TRPCError): Refusal {
  if (error.cause && error.cause.constructor !== Object) {
    const inner = refusalOf(error.cause);
    if (inner.code !== "server.broken") return inner;
  }
  if (error.code === "NOT_FOUND") return refusalOf(new AppError("request.unknown_address"));
  if (error.code === "PARSE_ERROR") return refusalOf(new AppError("request.malformed"));
  if (error.code === "PAYLOAD_TOO_LARGE") return refusalOf(new AppError("request.too_large"));
  if (error.code === "UNSUPPORTED_MEDIA_TYPE")
    return refusalOf(new AppError("request.wrong_content_type"));
  if (error.code === "BAD_REQUEST" || error.code === "METHOD_NOT_SUPPORTED")
    return refusalOf(new AppError("request.invalid"));
  return refusalOf(new AppError("server.broken"));
}

function invalid(issues: readonly z.core.$ZodIssue[]): Refusal {
  const [first] = issues;
  const { field, message } = first
    ? complaint(first)
    : { field: "", message: errors["request.invalid"][1] };
  return { status: 400, code: "request.invalid", message, ...(field && { field }) };
}

/** Errors of SQLite, the file system and Fastify that have an honest name of ours. */
function outsideCode(thrown: unknown): ErrorCode {
  const code = String((thrown as { code?: unknown } | null)?.code ?? "");
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "server.busy";
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") return "server.full";
  if (/^(SQLITE_(READONLY|IOERR|CANTOPEN)|EROFS$|EIO$)/.test(code)) return "server.unwritable";
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return "request.too_large";
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return "request.address_too_long";
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return "request.wrong_content_type";
  if (code === "FST_ERR_CTP_EMPTY_JSON_BODY" || code === "FST_ERR_CTP_INVALID_JSON_BODY")
    return "request.malformed";
  if (code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH" || code === "FST_ERR_BAD_URL")
    return "request.invalid";
  if (thrown instanceof SyntaxError) return "request.malformed";
  return "server.broken";
}

const trpcCodes = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
} as const;

/** tRPC's own name for a refusal, so that its transport answers with the right HTTP status. */
export function toTrpcError(thrown: unknown): TRPCError {
  if (thrown instanceof TRPCError && !(thrown.cause instanceof AppError)) {
    const outside = thrown.cause ? outsideCode(thrown.cause) : "server.broken";
    if (outside === "server.broken") return thrown;
  }
  const cause = thrown instanceof TRPCError ? thrown.cause : thrown;
  const { status, message } = refusalOf(cause);
  const code = trpcCodes[status as keyof typeof trpcCodes] ?? "INTERNAL_SERVER_ERROR";
  return new TRPCError({ code, message, cause });
}

/** A refusal of the transport itself, before any service was asked. */
export const transportError = (
  code: "BAD_REQUEST" | "UNSUPPORTED_MEDIA_TYPE",
  message: string,
  cause?: unknown,
): TRPCError => new TRPCError({ code, message, cause });

/** An input that could not be read, as tRPC says it. */
export function unreadable(cause: unknown): TRPCError {
  if (cause instanceof TRPCError) return cause;
  return transportError(
    "BAD_REQUEST",
    cause instanceof Error ? cause.message : "Invalid input",
    cause,
  );
}
