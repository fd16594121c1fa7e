/**
 * How often each thing happens in the busiest hour of a Friday, in an estate of 5,000 people in
 * about 2,000 homes. These are estimates, meant to be higher than in any real estate.
 */
export const perHour = {
  /** Nearly one person in three looks once; they are still signed in from another day. */
  opens: 1_500,
  /**
   * A session lasts 30 days, so 5,000 people sign in 170 times a day. Here it is 600 in one hour.
   */
  signsIn: 600,
  /** One visitor for every third home: a car through the gate every six seconds. */
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

/** Screens that stay open and hear of changes. */
export const open = {
  /** One resident in ten looks at the dashboard at the same moment. */
  residents: 500,
  staff: 12,
  /** Staff who have the list of all issues open. */
  staffLists: 2,
  admins: 4,
  gates: 2,
};

/** How often a screen without live updates asks, as in client/features/live. */
export const pollMs = 30_000;
/** The size of a photo from a phone. */
export const photoBytes = 2_000_000;
/** One person in this many first mistypes the password. */
export const mistypes = 10;
/** The share of visitors that the gate signs in; their hosts sign in the others. */
export const atTheGate = 0.25;
