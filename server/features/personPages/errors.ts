import { errorsOf } from "../../errors.ts";

export const personPagesError = errorsOf({
  "corrections.changed":
    "409 Somebody has changed these details since you opened them. Nothing is saved yet. Compare what you typed with what is stored now, and save again.",
  "corrections.removed":
    "409 This person was removed from the register, so nothing about them can be corrected.",
  "corrections.address_from_register":
    "409 This address comes from this person's units. Change on the unit's page who lives in it or owns it.",
  "corrections.email_needed": "400 Somebody who signs in needs an email. Enter one.",
  "corrections.surname_needed":
    "400 A person needs a surname. Only a company or trust can leave it out.",
  "corrections.company_has_one_name":
    "400 A company or trust has only one name. Write all of it under Name, and leave the surname empty.",
  "corrections.company_signs_in":
    "409 This person can sign in, and only people can. Add the company or trust as an entry of its own.",
  "merges.same_entry": "400 These are not two entries but one. Choose another person.",
  "merges.both_sign_in":
    "409 Both of them sign in, each with a password of their own. Only somebody who does not sign in can be merged into another.",
  "merges.removed":
    "409 One of them was removed or erased. Only people who are here can be merged.",
  "merges.wrong_way":
    "409 The entry that goes signs in, and the one that stays does not. Keep the other one instead.",
  "merges.terms_overlap":
    "409 Both were trustees on the same days, one as the chairperson. Enter the end of one of the terms first.",
});
