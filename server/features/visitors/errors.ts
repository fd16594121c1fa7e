import { errorsOf } from "../../errors.ts";

export const visitorsError = errorsOf({
  "gate.not_known":
    "404 Nobody has this code. Look at the six digits again, or find the visitor by name or unit.",
  "gate.used": "409 This code was used already. Each code lets one visitor in, once.",
  "gate.over": "410 This code is not valid any more. Ask the visitor to phone who invited them.",
  "gate.not_yet": "425 This code is not valid yet.",
  "entry.answered": "409 Somebody in the unit has already answered this.",
  "entry.nobody":
    "409 The register has nobody living in this unit who could be asked. Phone the trustees.",
  "entry.unknown": "404 The gate does not wait for this answer any more.",
  "gate.too_many": "429 Too many wrong codes were tried. Wait a few minutes.",
  "visitors.days": "400 Choose days from today on, at most 90 days ahead.",
  "visitors.ends_first": "400 A visit ends after it begins. Correct the last day.",
  "visitors.hours":
    "400 “Until” must be later than “From”, because a regular pass ends before midnight. Whoever is inside by then may stay.",
  "visitors.pass_days": "400 Choose days from today on, at most a year ahead.",
  "visitors.pass_weekdays":
    "400 None of these weekdays is between the first and the last day. Choose a later last day.",
  "visitors.whole_days": "400 A regular pass has a first and a last day, without times.",
  "visitors.many_that_day":
    "409 Your unit has announced 50 visitors for one of these days, which is the most. Take one back, or ask the trustees.",
  "expected.unknown": "404 This announced visit could not be found. Reload the list.",
  "visitors.day_too_far":
    "400 A visit begins yesterday at the earliest and ends in 90 days at the latest. Check the year.",
  "visitors.lives_elsewhere":
    "403 According to the register you do not live in this building on that day. Only people who live here can announce visitors or sign them in. If the register is wrong, tell the trustees.",
  "visitors.too_late_to_undo":
    "409 This visitor left too long ago to take it back. Sign them in again instead.",
  "visitors.unknown": "404 This visitor could not be found. Reload the list.",
});
