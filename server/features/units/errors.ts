import { errorsOf } from "../../errors.ts";

export const unitsError = errorsOf({
  "units.unknown": "404 This unit could not be found. Reload the list.",
  "units.label_taken": "409 Another unit already has this name. Choose a different one.",
  "units.section_taken": "409 Another unit already has this section number. Check the plan.",
  "units.changed":
    "409 Somebody has changed this unit since you opened it. Nothing is saved yet. Compare what you typed with what is stored now, and save again.",
  "quotas.changed":
    "409 Somebody has entered another quota for this unit since you opened it. Nothing is saved yet. It is shown here. Save again if yours is right.",
  "units.lived_in": "409 Somebody is still entered for this unit. Enter their last day first.",
  "areas.taken": "409 Another unit has this area on that day. Enter its last day there first.",
  "areas.unknown": "404 This area could not be found. Reload the page.",
  "areas.ends_before": "400 The last day is before the first. Check both days.",
  "parties.unknown": "404 This entry could not be found. Reload the page.",
  "parties.ends_before": "400 The last day is before the first. Check both days.",
  "parties.overlaps":
    "400 This person is already entered for these days. To correct that entry, enter its first day as its last day too. Then enter the person again.",
  "parties.too_much": "400 The owners' shares of a unit cannot add up to more than 100 %.",
  "parties.not_shared": "400 Only owners have a share. Leave it out.",
  "transfers.before_last":
    "400 The unit has other new owners from that day or a later one. To correct that, enter their first day as their last day too. Then enter the sale again.",
  "transfers.twice": "400 The same person is named twice. Name everybody once.",
  "transfers.keeps_sign_in":
    "400 This person still owns or lives in a unit, or works for the building, so they can still log in. Remove the tick.",
  "transfers.not_theirs": "400 Only one of the new owners can have the vote.",
  "trustees.unknown": "404 This term could not be found. Reload the page.",
  "trustees.ends_before": "400 The last day is before the first. Check both days.",
  "trustees.overlaps":
    "400 This person is a trustee on some of these days already. Check the days.",
  "trustees.two_chairs":
    "400 Somebody else is the chairperson on some of these days. Enter the end of their term first.",
  "weights.not_yet":
    "400 That day has not come yet. A rule is in force from the day of its CSOS certificate, or of the deeds office's stamp before 7 October 2016.",
  "weights.incomplete":
    "400 Some units would have a weight and others none. Enter one for every unit, or for none.",
  "weights.twice": "400 The same unit is named twice. Name every unit once.",
  "weights.all_nothing": "400 At least one unit needs a weight of more than 0.",
});
