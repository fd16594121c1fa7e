import type { AnyTRPCProcedure } from "@trpc/server";
import type { Admission, Meta } from "./procedures.ts";
import { appRouter } from "./router.ts";

const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

/** A procedure of the router by its dotted name, such as `admin.fines.all`. */
export const procedureByName = (name: string): AnyTRPCProcedure | undefined =>
  Object.hasOwn(procedures, name) ? procedures[name] : undefined;

const metaOf = (name: string) => procedureByName(name)?._def.meta as Meta | undefined;

/** Who may call a procedure, from its meta. */
export const admissionOf = (name: string): Admission => ({ for: "Admin", ...metaOf(name) });
export const roleFor = (name: string): Admission["for"] => admissionOf(name).for;

/** Whether a procedure's response stays valid until the database changes. */
export const isCacheable = (name: string): boolean => metaOf(name)?.cacheable === true;
