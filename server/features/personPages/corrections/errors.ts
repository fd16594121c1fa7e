import { errorsOf } from "../../../errors.ts";

export const correctionsError = errorsOf({
  "corrections.changed":
    "409 Somebody has changed these details since you opened them. Nothing is saved yet. Compare what you typed with what is stored now, and save again.",
  "corrections.removed":
    "409 This person was removed from the register, so nothing about them can be corrected.",
  "corrections.address_from_register":
    "409 This address comes from the units they have. Change on the unit's page who has it since when.",
  "corrections.email_needed": "400 Somebody who signs in needs an email. Enter one.",
  "corrections.surname_needed":
    "400 A person needs a surname. Only a company or trust can leave it out.",
});
