/**
 * How often what happens in the busiest hour of a Friday, in an estate of 5,000 people in about 2,000
 * homes. Nobody has counted yours: these are meant to be more than one would see.
 */
export const perHour = {
  /** Nearly one in three looks once; they are still signed in from another day. */
  opens: 1_500,
  /** A sign-in lasts 30 days, so 5,000 people make 170 a day. Here it is 600 in one hour. */
  signsIn: 600,
  /** A visitor for one home in three: a car every six seconds through the gate. */
  visitorComes: 600,
  visitorLeaves: 400,
  looksAtFines: 400,
  sendsPhoto: 60,
  reportsIssue: 90,
  staffCloses: 60,
  staffOpensList: 30,
  adminOpensPeople: 20,
  adminOpensFines: 20,
  adminFines: 30,
  announcement: 4,
};

/** Screens that lie open and ask anew by themselves. */
export const open = {
  /** One resident in ten has the dashboard in front of them at the same moment. */
  residents: 500,
  staff: 12,
  /** Staff who have the list of all issues open, which is live too. */
  staffLists: 2,
  admins: 4,
  gates: 2,
};

/** As client/ui/live.ts has it. */
export const everyMs = 30_000;
/** A photo as phones send it. */
export const photoBytes = 2_000_000;
/** One in so many mistypes their password first. */
export const mistypes = 10;
/** So many of the visitors are written down at the gate, the others by whom they visit. */
export const atTheGate = 0.25;
