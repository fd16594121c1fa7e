import { TRPCError } from "@trpc/server";
import { ZodError, type z } from "zod";
import { complaint } from "./platform/validation/schema.ts";

/** Every way a call can fail: our stable code → HTTP status and one sentence a person can act on. */
export const errors = {
  "request.invalid": [400, "Something in this request is not right. Check it and try again."],
  "request.malformed": [400, "The request is not valid JSON. Correct it and send it again."],
  "request.unknown_address": [
    404,
    "There is nothing at this address. Check it for a typing mistake.",
  ],
  "metrics.wrong_token": [401, "Send the token for the figures as Authorization: Bearer TOKEN."],
  "request.address_too_long": [414, "Part of this address is too long. Shorten it."],
  "request.too_large": [413, "This is too large to accept. Send less at a time."],
  "request.wrong_content_type": [415, "Send this as application/json."],
  "request.not_http": [400, "This is not a valid HTTP request."],
  "request.no_host": [400, "The request does not say which host it is for. Add a Host header."],
  "request.doubled_host": [400, "The request has two Host headers. Send only one."],
  "request.bad_host": [
    400,
    "The Host header is not a name or an address. Send one such as stoep.local:3000.",
  ],
  "request.unknown_host": [
    421,
    "Stoep does not answer to the name in this address. Use the address you were given, or ask an admin. An admin can add the name to ALLOWED_HOSTS, the setting that lists the names Stoep answers to.",
  ],
  "request.unmet_expectation": [
    417,
    "The server cannot do what the Expect header asks. Leave the header out.",
  ],
  "request.too_slow": [408, "This took too long to arrive. Check your connection and try again."],
  "request.too_many": [
    429,
    "You are sending requests too fast. Please wait a second, then carry on more slowly.",
  ],
  "request.too_many_today": [
    429,
    "You have added as many of these as one person may in a day. Carry on tomorrow.",
  ],
  "request.answer_too_large": [
    413,
    "Together these answers are too large to send at once. Ask for this one by itself.",
  ],
  "request.list_too_long": [
    413,
    "There are more than 20,000 of these, which is more than one list can show.",
  ],
  "request.headers_too_large": [
    431,
    "The request's headers are too large. Send fewer or shorter ones.",
  ],
  "request.plain_http": [
    403,
    "Stoep only accepts secure connections here. Use the same address, starting with https://.",
  ],
  "request.foreign_origin": [
    403,
    "This came from another website, so it was refused. Open Stoep itself and try again.",
  ],
  "request.key_reused": [
    409,
    "This Idempotency-Key was already used for something else. Send a new one.",
  ],
  "auth.signed_out": [401, "Please sign in first."],
  "auth.token_expired": [401, "This token has expired. Make a new one on your profile."],
  "auth.bad_credentials": [401, "Invalid email or password"],
  "auth.too_many": [429, "There were too many wrong tries. Wait a while, or ask an admin."],
  "auth.code_needed": [401, "Also type the code that your app shows."],
  "auth.bad_code": [
    401,
    "This code is wrong or was already used. Type the one your app shows now.",
  ],
  "auth.second_step_missing": [
    403,
    "Admins here need a second step to log in. Set yours up on your profile first.",
  ],
  "auth.choose_password": [
    403,
    "Somebody else chose your password. Choose your own first, then carry on.",
  ],
  "auth.wrong_current_password": [401, "This is not your current password. Send it again."],
  "auth.weak_password": [400, "This password is easy to guess. Choose another."],
  "auth.wrong_role": [403, "Your account is not allowed to do this."],
  "auth.not_yours": [403, "This belongs to somebody else."],
  "auth.password_needed": [
    403,
    "You signed in some time ago. Please type your current password, so that we know it is you.",
  ],
  "auth.sign_in_again": [
    403,
    "You signed in some time ago. Please sign out and in again, so that we know it is you.",
  ],
  "auth.wrong_password": [400, "This is not your current password. Type it again."],
  "auth.unusable_link": [
    400,
    "This link was used before or has expired. Ask an admin for a new one.",
  ],
  "auth.unusable_code": [
    400,
    "This code is wrong, has expired or was already used. Compare it with your sheet, or ask an admin for a new one.",
  ],
  "auth.replaced_link": [
    400,
    "This link was replaced by a newer one. Use your newest link or sheet, or ask an admin for another.",
  ],
  "auth.replaced_code": [
    400,
    "This code was replaced by a newer one. Use your newest sheet or link, or ask an admin for another.",
  ],
  "auth.oidc_unavailable": [
    503,
    "Your sign-in provider does not answer. Log in with your password, or try later.",
  ],
  "auth.oidc_refused": [
    401,
    "The sign-in with your provider was not finished. Start again, or use your password.",
  ],
  "auth.oidc_unknown_email": [
    403,
    "Your provider did not give us a verified email address that anybody here has. Ask an admin to check yours.",
  ],
  "auth.half_way_over": [
    401,
    "The ten minutes for the code are over. Sign in with your provider again.",
  ],
  "auth.oidc_off": [404, "Sign-in with an outside provider is not set up here."],
  "setup.done": [409, "Stoep is already set up. Sign in instead."],
  "factors.on_already": [409, "Your second step is already set up. Turn it off first."],
  "factors.not_begun": [409, "Reload the page and start with the picture to scan."],
  "factors.own": [
    409,
    "Turn off your own second step on your profile. You need your password there.",
  ],
  "factors.lost": [
    409,
    "Stoep can no longer check the codes from your app. Use a recovery code, or ask an admin to reset your second step.",
  ],
  "factors.needed": [409, "Admins here need a second step, so you cannot turn it off."],
  "factors.own_first": [
    409,
    "Set up your own second step first, so that you do not lock yourself out.",
  ],
  "passkeys.off": [
    404,
    "Passkeys do not work here yet, because they need a secure address with a name. Ask an admin about it.",
  ],
  "passkeys.refused": [401, "This passkey did not work. Try again, or log in with your password."],
  "passkeys.too_many": [409, "You already have 20 passkeys. Remove one that you no longer use."],
  "passkeys.unknown": [404, "This passkey could not be found. Reload the list."],
  "people.unknown": [404, "This person could not be found. Reload the list."],
  "people.email_taken": [409, "This address cannot be used here"],
  "people.username_taken": [409, "Somebody already uses this username. Choose another."],
  "people.last_admin": [409, "This is the only admin. Make somebody else an admin first."],
  "sheets.not_waiting": [
    409,
    "Somebody you chose has since signed in or was removed. Look at the list again.",
  ],
  "sheets.told": [
    409,
    "These sheets were already made, and their codes cannot be shown again. Make new ones.",
  ],
  "people.bad_role": [
    400,
    "newRole must be Admin, Staff, Resident, or one of the maintenance types Cleaning, Electricity, Security, Groundskeeping.",
  ],
  "people.id_number_lost": [
    409,
    "This ID number cannot be read, because it was changed outside Stoep. Restore a backup, or remove the person and sign them up again.",
  ],
  "files.one_only": [400, "More than one file arrived. Send one at a time."],
  "fines.unknown": [404, "This fine could not be found. Reload the list."],
  "fines.due_before_issue": [400, "The due date must be today or later."],
  "fines.changed": [409, "Somebody else has just changed this fine. Look at it again."],
  "fines.wrong_resident": [400, "userId names a different person from the address. Leave it out."],
  "maintenance.unknown": [404, "This maintenance request could not be found. Reload the list."],
  "maintenance.changed": [409, "Somebody else has just changed this request. Look at it again."],
  "visitors.unknown": [404, "This visitor could not be found. Reload the list."],
  "proofs.unknown": [404, "This payment proof could not be found. Reload the fine."],
  "proofs.which_fine": [
    409,
    "It is not clear which fine this proof is for. Choose the fine in your list and send it there.",
  ],
  "proofs.too_many": [409, "This fine already has 20 proofs. Ask an admin to look at them."],
  "proofs.no_file": [
    400,
    "No file arrived. Choose a PDF, JPEG, PNG, WebP or HEIC file and send it again.",
  ],
  "proofs.wrong_type": [415, "This file is not a PDF, JPEG, PNG, WebP or HEIC. Choose another."],
  "proofs.archive": [
    415,
    "There is a ZIP archive hidden in this file. Please send only the document or the picture.",
  ],
  "proofs.too_many_dots": [
    413,
    "This picture has more than 120 million dots (pixels), too many for most devices to open. Please send a smaller one.",
  ],
  "proofs.too_large": [413, "This file is larger than 10 MB. Choose a smaller one."],
  "proofs.cut_off": [400, "The upload stopped halfway. Send the file again."],
  "sessions.unknown": [404, "This device is already signed out. Reload the list."],
  "tokens.too_many": [409, "You already have 20 tokens. Revoke one that you no longer use."],
  "tokens.told": [
    409,
    "This token was already made and cannot be shown again. Revoke it and make a new one.",
  ],
  "tokens.unknown": [404, "This token could not be found. Reload the list."],
  "units.unknown": [404, "This unit could not be found. Reload the list."],
  "units.label_taken": [409, "Another unit already has this name. Choose a different one."],
  "units.lived_in": [409, "Somebody still lives in this unit. Change their address first."],
  "imports.no_file": [400, "No file arrived. Choose a CSV file and send it again."],
  "imports.cut_off": [400, "The upload stopped halfway. Send the file again."],
  "imports.too_large": [413, "This file is larger than 2 MB. Split it and import the parts."],
  "imports.too_many_rows": [
    413,
    "This file has more than 5 000 rows. Split it and import the parts.",
  ],
  "imports.too_many_columns": [
    413,
    "This file has more than 1 000 columns. Delete the ones you do not need.",
  ],
  "imports.not_text": [415, "This is not a text file. Save it as CSV and choose that one."],
  "imports.empty": [400, "This file is empty. Choose another."],
  "imports.no_rows": [
    400,
    "This file has headings but no rows under them, so there is nothing to import.",
  ],
  "imports.no_headings": [
    400,
    "The first line must name the columns, such as Name, Surname, Email. Add that line at the top.",
  ],
  "imports.same_heading": [400, "Two columns have the same heading. Rename one."],
  "imports.bad_columns": [400, "columns must be a JSON object of field and column number."],
  "imports.missing_columns": [
    400,
    "A column that is needed is missing. Choose which column holds it.",
  ],
  "imports.refused": [409, "Some rows are refused, so nothing was imported. Look at them again."],
  "backups.busy": [409, "A backup is already being made. Wait until it is done."],
  "backups.unknown": [404, "This backup could not be found. Reload the list."],
  "backups.nothing_kept": [404, "Nothing was restored here, so there is nothing to put back."],
  "backups.restoring": [409, "A backup is being restored. Wait until that is done."],
  "backups.not_ready": [409, "The backup you looked at is no longer open. Choose it again."],
  "backups.no_file": [400, "No file arrived. Choose a backup and send it again."],
  "backups.cut_off": [400, "The upload stopped halfway. Send the file again."],
  "backups.wrong_type": [
    415,
    "This is not a Stoep backup. The name of a backup ends in .tar.gz or .tar.gz.age. Choose another file.",
  ],
  "backups.no_room": [
    507,
    "There is not enough room on the building's disk for this backup. Make room and send it again.",
  ],
  "privacy.still_here": [
    409,
    "This person still lives or works here. Remove them from their list first.",
  ],
  "privacy.owes": [
    409,
    "This person has unpaid fines. Set them to Paid first, or nobody will know who owes them.",
  ],
  "privacy.erased": [409, "This person was already erased."],
  "privacy.not_confirmed": [400, "Type the person's name exactly as it is written above."],
  "audit.unknown": [404, "This entry could not be found. Reload the list."],
  "weather.unavailable": [503, "Weather unavailable"],
  "server.busy": [503, "The server is busy. Try again in a moment."],
  "server.full": [
    507,
    "The building's disk is full, so nothing was changed. Please tell an admin.",
  ],
  "server.unwritable": [
    503,
    "The building's disk cannot be used right now, so nothing was changed. Please tell an admin.",
  ],
  "server.broken": [
    500,
    "Something went wrong on our side. Try again, and tell an admin if it keeps happening.",
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
