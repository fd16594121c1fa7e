import { TRPCError } from "@trpc/server";
import { ZodError, type z } from "zod";
import { auditErrors } from "./features/audit/errors.ts";
import { backupsErrors } from "./features/backups/errors.ts";
import { finesErrors } from "./features/fines/errors.ts";
import { importsErrors } from "./features/imports/errors.ts";
import { maintenanceErrors } from "./features/maintenance/errors.ts";
import { passkeysErrors } from "./features/passkeys/errors.ts";
import { peopleErrors } from "./features/people/errors.ts";
import { printedInvitesErrors } from "./features/printedInvites/errors.ts";
import { privacyErrors } from "./features/privacy/errors.ts";
import { proofsErrors } from "./features/proofs/errors.ts";
import { sessionErrors } from "./features/session/errors.ts";
import { setupErrors } from "./features/setup/errors.ts";
import { twoFactorErrors } from "./features/twoFactor/errors.ts";
import { unitsErrors } from "./features/units/errors.ts";
import { visitorsErrors } from "./features/visitors/errors.ts";
import { requestErrors } from "./http/errors.ts";
import { authErrors } from "./platform/auth/errors.ts";
import { backupErrors } from "./platform/backup/errors.ts";
import { csvErrors } from "./platform/csv/errors.ts";
import { filesErrors } from "./platform/files/errors.ts";
import { idNumberErrors } from "./platform/idNumbers/errors.ts";
import { complaint } from "./platform/validation/schema.ts";
import { weatherErrors } from "./platform/weather/errors.ts";

/** Every way a call can fail: our stable code → HTTP status and one sentence a person can act on. */
export const errors = {
  ...requestErrors,
  ...authErrors,
  ...setupErrors,
  ...twoFactorErrors,
  ...passkeysErrors,
  ...peopleErrors,
  ...printedInvitesErrors,
  ...idNumberErrors,
  ...filesErrors,
  ...finesErrors,
  ...maintenanceErrors,
  ...visitorsErrors,
  ...proofsErrors,
  ...sessionErrors,
  ...unitsErrors,
  ...importsErrors,
  ...csvErrors,
  ...backupErrors,
  ...backupsErrors,
  ...privacyErrors,
  ...auditErrors,
  ...weatherErrors,
} satisfies Record<string, readonly [status: number, message: string]>;

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
