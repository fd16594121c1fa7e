import type { AnyTRPCProcedure } from "@trpc/server";
import type { Context } from "./procedures.ts";

type Call = NonNullable<Parameters<AnyTRPCProcedure>[0]>;
type OverHttp = Partial<Pick<Call, "signal" | "batchIndex">>;

/** Calls a procedure with its middleware, like tRPC itself. Errors are TRPCErrors. */
export const callProcedure = (
  procedure: AnyTRPCProcedure,
  path: string,
  ctx: Context,
  getRawInput: Call["getRawInput"],
  { signal, batchIndex = 0 }: OverHttp = {},
): Promise<unknown> =>
  procedure({ path, getRawInput, ctx, type: procedure._def.type, signal, batchIndex });
