/** A stable name for one way in which a call can fail, such as `fines.unknown`. */
export type ErrorCode = `${string}.${string}`;

/** An HTTP status with a message for people, such as `404 There is nothing at this address.` */
type StatusLine = `${number} ${string}`;

const declared = new Map<ErrorCode, StatusLine>();

/** Every declared code with its HTTP status and message. */
export const errors: ReadonlyMap<ErrorCode, StatusLine> = declared;

/** The HTTP status and the message of a code. */
export function declaredError(code: ErrorCode): { status: number; message: string } {
  const line = declared.get(code);
  if (!line) throw new Error(`No errors.ts declares ${code}.`);
  return { status: Number(line.slice(0, 3)), message: line.slice(4) };
}

interface Details {
  /** The input that caused it. */
  field?: string;
  /** Replaces the declared message. */
  message?: string;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
}

/** An error with a declared code. Each errors.ts exports a function that makes its own. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    const { status, message } = declaredError(code);
    super(details.message ?? message);
    this.code = code;
    this.status = status;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
  }
}

/** Declares codes with HTTP status and what to do. Returns a function that makes such an error. */
export function errorsOf<Code extends ErrorCode>(table: Readonly<Record<Code, StatusLine>>) {
  for (const [code, error] of Object.entries(table) as [Code, StatusLine][]) {
    if (declared.has(code)) throw new Error(`${code} is declared twice.`);
    declared.set(code, error);
  }
  return (code: Code, details?: Details) => new AppError(code, details);
}

/** The database cannot be used. The message is for the person at the machine. */
export class DatabaseError extends Error {}

/** Errors that any request can get. */
export const requestError = errorsOf({
  "request.invalid": "400 Something in this request is not right. Check it and try again.",
  "request.malformed": "400 The request is not valid JSON. Correct it and send it again.",
  "request.unknown_address": "404 There is nothing at this address. Check it for a typing mistake.",
  "request.unknown_call":
    "404 Stoep was upgraded and no longer knows this. Load the page again. What you typed is kept.",
  "metrics.wrong_token": "401 Send the token for the figures as Authorization: Bearer TOKEN.",
  "request.address_too_long": "414 Part of this address is too long. Shorten it.",
  "request.too_large": "413 This is too large to accept. Send less at a time.",
  "request.wrong_content_type": "415 Send this as application/json.",
  "request.not_http": "400 This is not a valid HTTP request.",
  "request.no_host": "400 The request does not say which host it is for. Add a Host header.",
  "request.doubled_host": "400 The request has two Host headers. Send only one.",
  "request.bad_host":
    "400 The Host header is not a name or an address. Send one such as stoep.local:3000.",
  "request.unknown_host":
    "421 Stoep does not answer to the name in this address. Use the address you were given, or ask an admin. An admin can add the name to ALLOWED_HOSTS, the setting that lists the names Stoep answers to.",
  "request.unmet_expectation":
    "417 The server cannot do what the Expect header asks. Leave the header out.",
  "request.too_slow": "408 This took too long to arrive. Check your connection and try again.",
  "request.abandoned": "499 The client is gone, so this was not finished.",
  "request.too_many":
    "429 You are sending requests too fast. Please wait a second, then carry on more slowly.",
  "request.too_many_today":
    "429 You have done this as often as one person may in a day. Carry on tomorrow.",
  "request.answer_too_large":
    "413 Together these answers are too large to send at once. Ask for this one by itself.",
  "request.list_too_long":
    "413 There are more than 20,000 of these, which is more than one list can show.",
  "request.headers_too_large":
    "431 The request's headers are too large. Send fewer or shorter ones.",
  "request.plain_http":
    "403 Stoep only accepts secure connections here. Use the same address, starting with https://.",
  "request.foreign_origin":
    "403 This came from another website, so it was refused. Open Stoep itself and try again.",
  "request.key_reused":
    "409 This Idempotency-Key was already used for something else. Send a new one.",
  "server.busy": "503 The server is busy. Try again in a moment.",
  "server.full":
    "507 The disk of the machine that Stoep runs on is full, so nothing was changed. An admin has to make room on it.",
  "server.unwritable":
    "503 The disk of the machine that Stoep runs on cannot be used right now, so nothing was changed. An admin has to look at that machine.",
  "server.broken":
    "500 Something went wrong on our side. Try again, and tell an admin if it keeps happening.",
});
