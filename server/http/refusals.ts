import { TRPCError } from "@trpc/server";
import { ZodError, type z } from "zod";
import { AppError, type ErrorCode, requestError } from "../errors.ts";
import { complaint } from "../platform/validation/schema.ts";

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

/** The contents of every error response: the body in REST, `error.data.reason` in tRPC. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
  field?: string;
}

/** Turns any thrown value into an error response. A 5xx never reveals what happened inside. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof AppError) {
    const { status, code, message, field } = thrown;
    return { status, code, message, ...(field && { field }) };
  }
  if (thrown instanceof ZodError) return invalid(thrown.issues);
  if (thrown instanceof TRPCError) return ofTrpc(thrown);
  return refusalOf(requestError(outsideCode(thrown)));
}

function ofTrpc(error: TRPCError): Refusal {
  if (error.cause && error.cause.constructor !== Object) {
    const inner = refusalOf(error.cause);
    if (inner.code !== "server.broken") return inner;
  }
  return refusalOf(requestError(ofTrpcCode[error.code] ?? "server.broken"));
}

const ofTrpcCode: Partial<Record<TRPCError["code"], Parameters<typeof requestError>[0]>> = {
  NOT_FOUND: "request.unknown_call",
  PARSE_ERROR: "request.malformed",
  PAYLOAD_TOO_LARGE: "request.too_large",
  UNSUPPORTED_MEDIA_TYPE: "request.wrong_content_type",
  BAD_REQUEST: "request.invalid",
  METHOD_NOT_SUPPORTED: "request.invalid",
};

function invalid(issues: readonly z.core.$ZodIssue[]): Refusal {
  const [first] = issues;
  return refusalOf(requestError("request.invalid", first && complaint(first)));
}

function outsideCode(thrown: unknown): Parameters<typeof requestError>[0] {
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
  499: "CLIENT_CLOSED_REQUEST",
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

export const badRequest = (message: string, cause?: unknown): TRPCError =>
  new TRPCError({ code: "BAD_REQUEST", message, cause });

export function unreadable(cause: unknown): TRPCError {
  if (cause instanceof TRPCError) return cause;
  return badRequest(cause instanceof Error ? cause.message : "Invalid input", cause);
}
