import { adminProcedure, type Context } from "../../../api/procedures.ts";
import { handOverLink } from "../../../platform/auth/links/delivery.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import {
  addressChangedMail,
  correctedMail,
  emailReplacedMail,
} from "../../../platform/mail/messages.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { vouches } from "../../account/profile/service.ts";
import { onePerson, personField } from "../../people/schema.ts";
import { mayLogIn, tellSharedEmail } from "../../people/service.ts";
import { correction } from "../schema.ts";
import { type Corrected, correctableDetails, correctPerson, type Detail } from "./service.ts";

/** "cell phone number" */
function inWords(detail: Detail, juristic: boolean): string {
  if (detail === "juristic") return "whether you are a person or a company";
  const { words, label, labelOfCompany } = personField(detail);
  return (juristic && labelOfCompany?.toLowerCase()) || (words ?? label.toLowerCase());
}

/** Tells a person by mail what was corrected, and those who share an email from now on. */
function tell(ctx: Context, { person, before, after, changed, sharing }: Corrected): void {
  if (!ctx.config.mail) return;
  const { at } = ctx.now();
  const building = readSetting(ctx.db, "buildingName");
  const { id: personId } = person;
  const hasMoved = changed.includes("email");
  if (hasMoved && before.email) {
    const mail = mayLogIn(person) ? addressChangedMail : emailReplacedMail;
    queueMail(ctx.db, { personId, to: before.email, ...mail(building, before.name) }, at);
  }
  for (const member of sharing) tellSharedEmail(ctx)({ ...member, email: after.email });
  if (hasMoved && mayLogIn(person) && sharing.length === 0)
    handOverLink(ctx, "verify", { id: personId, name: after.name, email: after.email }, ctx.now());
  const others = changed
    .filter((detail) => detail !== "email")
    .map((detail) => inWords(detail, after.juristic));
  if (others.length > 0 && after.email)
    queueMail(
      ctx.db,
      { personId, to: after.email, ...correctedMail(building, after.name, others) },
      at,
    );
}

export const procedures = {
  admin: {
    /** The details that the form begins with. */
    details: adminProcedure
      .input(onePerson)
      .query(({ ctx, input }) => correctableDetails(ctx.db, input.personId, ctx.now().today)),
    correct: adminProcedure.input(correction).mutation(({ ctx, input }) => {
      const isVouched = vouches(ctx, input.personId);
      correctPerson(ctx.db, ctx.by, input, ctx.now(), isVouched, (done) => tell(ctx, done));
    }),
  },
};
