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

/** Every way a call can fail: our stable code → HTTP status and a message that says what to do. */
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
  /** The input that caused it. */
  field?: string;
  /** Replaces the message in the table. */
  message?: string;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
}

/** An error with one of our codes. */
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

/** Seconds until a retry makes sense; 0 if it never does. */
function secondsToWait(thrown: unknown): number {
  const cause = thrown instanceof TRPCError ? thrown.cause : thrown;
  if (cause instanceof AppError && cause.retryAfter) return cause.retryAfter;
  return [429, 503].includes(refusalOf(thrown).status) ? 1 : 0;
}

/** The Retry-After header, if a retry can help with every error in the response. */
export function retryHeaders(...thrown: unknown[]): Record<string, string> {
  const waits = thrown.map(secondsToWait);
  return waits.includes(0) ? {} : { "retry-after": `${Math.max(...waits)}` };
}

/** The database cannot be used. The message is for the person at the machine. */
export class DatabaseError extends Error {}

/** The contents of every error response: the body in REST, `error.data.reason` in tRPC. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
  field?: string;
}

/**
 * Turns any thrown value into an error response. 5xx messages never reveal what happened inside.
 */
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

/** The code for an error of SQLite, the file system or Fastify. */
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

/** A TRPCError, so that tRPC responds with the right HTTP status. */
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

/** An error of the transport itself, before any procedure runs. */
export const transportError = (
  code: "BAD_REQUEST" | "UNSUPPORTED_MEDIA_TYPE",
  message: string,
  cause?: unknown,
): TRPCError => new TRPCError({ code, message, cause });

/** An error for an input that could not be parsed, with tRPC's wording. */
export function unreadable(cause: unknown): TRPCError {
  if (cause instanceof TRPCError) return cause;
  return transportError(
    "BAD_REQUEST",
    cause instanceof Error ? cause.message : "Invalid input",
    cause,
  );
}
