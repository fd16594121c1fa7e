import { adminProcedure, cacheable } from "../../api/procedures.ts";
import { handOverLink } from "../../platform/auth/links/delivery.ts";
import { hashChosen } from "../../platform/auth/passwords/passwords.ts";
import { page } from "../../platform/validation/schema.ts";
import { makesAdmin, newPerson, removal, roleChange, signUp } from "./schema.ts";
import {
  addPerson,
  addPersonWithoutSignIn,
  changeRole,
  peopleOf,
  removePerson,
  tellSharedEmail,
} from "./service.ts";

export const procedures = {
  admin: {
    residents: cacheable.admin
      .input(page)
      .query(({ ctx, input }) => peopleOf(ctx.db, "Resident", input)),
    staff: cacheable.admin.input(page).query(({ ctx, input }) => peopleOf(ctx.db, "Staff", input)),
    admins: cacheable.admin.input(page).query(({ ctx, input }) => peopleOf(ctx.db, "Admin", input)),
    signUp: adminProcedure
      .meta({ reauthenticate: makesAdmin })
      .input(signUp)
      .mutation(async ({ ctx, input }) => {
        const { password, confirmPassword: _, ...details } = input;
        const hash = await hashChosen(ctx.db, password, details);
        const first = { hash, chosenBy: "somebody else" } as const;
        const id = addPerson(ctx.db, ctx.by, details, first, ctx.now(), (id) => {
          if (ctx.config.mail) handOverLink(ctx, "verify", { id, ...details }, ctx.now());
        });
        return { id, message: "Account created successfully. Please verify your email." };
      }),
    /** Somebody of the register who does not sign in. */
    add: adminProcedure.input(newPerson).mutation(({ ctx, input }) => {
      const details = { ...input, surname: input.surname ?? "" };
      const tell = tellSharedEmail(ctx);
      return { id: addPersonWithoutSignIn(ctx.db, ctx.by, details, ctx.now(), tell) };
    }),
    remove: adminProcedure.input(removal).mutation(({ ctx, input }) => {
      removePerson(ctx.db, ctx.by, input, ctx.now());
      return { message: `${input.role ?? "Person"} deleted successfully` };
    }),
    changeRole: adminProcedure
      .meta({ reauthenticate: makesAdmin })
      .input(roleChange)
      .mutation(({ ctx, input }) => {
        changeRole(ctx.db, ctx.by, input, ctx.now());
        return { message: "Role updated successfully" };
      }),
  },
};
