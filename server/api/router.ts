import { type Feature, features, type RoleName } from "./features.ts";
import { createCallerFactory, router } from "./procedures.ts";

type Features = typeof features;

type OfRole<Role extends RoleName> = {
  [Name in keyof Features as Features[Name] extends { procedures: Record<Role, unknown> }
    ? Name
    : never]: Features[Name] extends { procedures: Record<Role, infer Procedures> }
    ? Procedures
    : never;
};

const ofRole = <Role extends RoleName>(role: Role) =>
  Object.fromEntries(
    Object.entries<Feature>(features).flatMap(([name, { procedures }]) =>
      procedures?.[role] ? [[name, procedures[role]]] : [],
    ),
  ) as OfRole<Role>;

export const appRouter = router({
  public: ofRole("public"),
  member: ofRole("member"),
  admin: ofRole("admin"),
  resident: ofRole("resident"),
  staff: ofRole("staff"),
  gate: ofRole("gate"),
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
export type Api = ReturnType<typeof createCaller>;
