import { adminProcedure, cacheable } from "../../../api/procedures.ts";
import { handOverLink } from "../../../platform/auth/links/delivery.ts";
import { hashChosen } from "../../../platform/auth/passwords/passwords.ts";
import type { Role } from "../../../platform/auth/schema.ts";
import { page } from "../../../platform/validation/schema.ts";
import { makesAdmin, newPerson, removal, roleChange, signUp } from "../../people/schema.ts";
import {
  addPersonWithoutSignIn,
  changeRole,
  removePerson,
  tellSharedEmail,
} from "../../people/service.ts";
import { addMember, membersOf } from "./service.ts";

const listOf = (role: Role) =>
  cacheable.admin
    .input(page)
    .query(({ ctx, input }) => membersOf(ctx.db, role, input, ctx.now().today));

export const procedures = {
  admin: {
    residents: listOf("Resident"),
    staff: listOf("Staff"),
    admins: listOf("Admin"),
    signUp: adminProcedure
      .meta({ reauthenticate: makesAdmin })
      .input(signUp)
      .mutation(async ({ ctx, input }) => {
        const { password, confirmPassword: _, ...details } = input;
        const hash = await hashChosen(ctx.db, password, details);
        const first = { hash, chosenBy: "somebody else" } as const;
        const id = addMember(ctx.db, ctx.by, details, first, ctx.now(), (id) => {
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
