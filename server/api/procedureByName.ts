import type { AnyTRPCProcedure } from "@trpc/server";
import type { Meta } from "./procedures.ts";
import { appRouter } from "./router.ts";

const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

/** A procedure of the router by its dotted name, such as `admin.fines.all`. */
export const procedureByName = (name: string): AnyTRPCProcedure | undefined =>
  Object.hasOwn(procedures, name) ? procedures[name] : undefined;

const names = new Map(Object.entries(procedures).map(([name, procedure]) => [procedure, name]));

export const nameOf = (procedure: AnyTRPCProcedure): string => names.get(procedure) ?? "";

export const isCacheable = (name: string): boolean =>
  (procedureByName(name)?._def.meta as Meta | undefined)?.cacheable === true;
