import { daysIn } from "../../server/platform/clock/dayTexts.ts";

export {
  paperDay,
  sayDay,
  sayFullDay,
  sayLongDay,
} from "../../server/platform/clock/dayTexts.ts";

/** The building's time zone, which the server writes into the page; in development the browser's own. */
const buildingZone = () =>
  globalThis.document?.documentElement.dataset.zone ??
  new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Days and instants in the building's time zone, and as of now on this device. */
export const buildingDays = daysIn(buildingZone, () => new Date());

export const {
  dayOf,
  today,
  hourNow,
  findDay,
  findMoment,
  sayMoment,
  saySpan,
  paperSpan,
  paperMoment,
  csvMoment,
  sayFullMoment,
} = buildingDays;

/** Whether what lasts until a day, or has no last day, may still be given an earlier one. */
export const endsLater = (until: string | null): boolean => until === null || until > today();
