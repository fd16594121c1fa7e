import type { AnyTRPCProcedure } from "@trpc/server";

/** One call of a procedure. */
type Call = Parameters<AnyTRPCProcedure>[0] & object;

/**
 * Calls a procedure with its middleware, like tRPC itself. Errors are TRPCErrors.
 *
 * The object has all properties that tRPC will set in its copies: V8 takes 2 µs for a copy that
 * gets a new property, and 0.03 µs otherwise.
 */
export function callProcedure(procedure: AnyTRPCProcedure, call: Call): Promise<unknown> {
  const whole = {
    path: call.path,
    getRawInput: call.getRawInput,
    ctx: call.ctx,
    type: call.type,
    signal: call.signal,
    batchIndex: call.batchIndex,
    meta: undefined,
    input: undefined,
    next: undefined,
  };
  return procedure(whole);
}
