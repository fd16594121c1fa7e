import { errorsOf } from "../../errors.ts";

export const unitsError = errorsOf({
  "units.unknown": "404 This unit could not be found. Reload the list.",
  "units.label_taken": "409 Another unit already has this name. Choose a different one.",
  "units.section_taken": "409 Another unit already has this section number. Check the plan.",
  "units.changed":
    "409 Somebody has changed this unit since you opened it. Nothing is saved yet. Compare what you typed with what is stored now, and save again.",
  "quotas.changed":
    "409 Somebody has entered another quota for this unit since you opened it. Nothing is saved yet. It is shown here. Save again if yours is right.",
  "units.no_areas":
    "409 Some primary units have no floor area yet. Enter it from the sectional plan first.",
  "units.lived_in": "409 Somebody still lives in this unit. Change their address first.",
});
