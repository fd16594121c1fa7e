import * as z from "zod";
import {
  day,
  email,
  id,
  line,
  nameLine,
  ofProfile,
  page,
} from "../../platform/validation/schema.ts";
import { about } from "../units/occupancy/schema.ts";

export const visitationTypes = ["Day Visit", "Sleepover"] as const;

/** The sign-in form. `leaveDate` is only for a Sleepover, and after `startDate`. */
export const newVisit = z
  .strictObject({
    ...ofProfile.shape,
    visitationType: z.enum(visitationTypes, "Please select a visitation type"),
    roomNumber: nameLine(40),
    residentName: line(160),
    /** Residents see their own here, read-only; admins choose the resident with it. */
    residentEmail: email.optional(),
    visitorName: nameLine(80),
    visitorSurname: nameLine(80),
    visitorEmail: email,
    startDate: day,
    leaveDate: day.optional(),
  })
  .superRefine((visit, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: "custom", path: ["leaveDate"], message });
    const sleepover = visit.visitationType === "Sleepover";
    if (sleepover && visit.leaveDate === undefined) refuse("must say when a Sleepover ends");
    if (!sleepover && visit.leaveDate !== undefined) refuse("must not say when a Day Visit ends");
    if (visit.leaveDate !== undefined && visit.leaveDate < visit.startDate)
      refuse("must not be before the start date");
    if (visit.leaveDate === visit.startDate)
      refuse("must be after the start date, as somebody who sleeps over stays a night");
  });
export type NewVisit = z.output<typeof newVisit>;

export const visitsOfResident = z.strictObject({
  ...ofProfile.shape,
  ...page.shape,
  residentEmail: z.string().max(254).optional(),
});
export const presentVisitsAbout = visitsOfResident.omit({ profileId: true }).extend(about.shape);

export const earlierVisits = z.strictObject(ofProfile.shape);

export const oneVisit = z.strictObject({ visitId: id });
export const oneOwnVisit = z.strictObject({ ...ofProfile.shape, visitId: id });
