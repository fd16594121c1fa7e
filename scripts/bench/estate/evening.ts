import { setTimeout as pause } from "node:timers/promises";
import { type Random, seeded } from "../../../server/cli/demo/random.ts";
import { dayOf } from "../../../server/platform/clock/clock.ts";
import { password } from "./history.ts";
import type { Estate, Neighbour } from "./people.ts";
import { type Call, createPhone, type Phone, Refused } from "./phone.ts";
import { atTheGate, mistypes, open, perHour, photoBytes } from "./rates.ts";
import * as screens from "./screens.ts";
import type { Tally } from "./tally.ts";

const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

/** The part of a row that the phones use. */
interface Made {
  id: string;
}

interface Setting {
  url: string;
  estate: Estate;
  tally: Tally;
  /** A factor for how often everything happens. */
  times: number;
}

/** Everything people do, each on their own phone. */
export function createEvening({ url, estate, tally, times }: Setting) {
  const random = seeded(1_730);
  const phones = new Map<string, Phone>();
  let made = 0;
  const newPhone = (token = "") => {
    made += 1;
    return createPhone(url, addressOf(made), tally, token);
  };
  const phoneOf = ({ id, token }: Neighbour): Phone => {
    const phone = phones.get(id) ?? newPhone(token);
    phones.set(id, phone);
    return phone;
  };
  const anybody = () => random.pick(estate.residents);
  const [gate, office] = estate.admins as [Neighbour, Neighbour];
  const today = () => dayOf(new Date(), "Africa/Johannesburg");
  const inside = [...estate.present];

  const opens = (phone: Phone, page: string, calls: readonly Call[]) =>
    phone.get(page).then(() => phone.read([["public.session.current"], ...calls]));

  async function signsIn() {
    const { username } = anybody();
    const phone = newPhone();
    if (random.between(1, mistypes) === 1)
      await phone.does("mistypes a password and is told so", () =>
        phone
          .change(["public.session.signIn", { username, password: "jacaranda-cuort" }])
          .catch((error) => {
            if (!(error instanceof Refused && error.status === 401)) throw error;
          }),
      );
    const entered = await phone.does("signs in", async () => {
      await phone.change(["public.session.signIn", { username, password }]);
      await phone.read(screens.residentDashboard);
    });
    if (entered) await pause(5_000);
    phone.close();
  }

  async function visitorComes() {
    const resident = anybody();
    const visit = {
      visitationType: "Day Visit",
      roomNumber: resident.address,
      startDate: today(),
      residentName: `${resident.name} ${resident.surname}`,
      residentEmail: resident.email,
      visitorName: "Lerato",
      visitorSurname: "Mokoena",
      visitorEmail: "lerato@example.com",
    };
    const byGuard = random.chance(atTheGate);
    const phone = phoneOf(byGuard ? gate : resident);
    await phone.does("visitor comes in", async () => {
      const role = byGuard ? "admin" : "resident";
      const { id } = await phone.change<Made>([`${role}.visitors.signIn`, visit]);
      inside.push(id);
      await phone.read(byGuard ? screens.presentVisitors : screens.residentDashboard);
    });
  }

  async function visitorLeaves() {
    const visitId = inside.shift();
    if (!visitId) return;
    const phone = phoneOf(gate);
    await phone.does("visitor leaves", async () => {
      await phone.change(["admin.visitors.signOut", { visitId }]);
      await phone.read(screens.presentVisitors);
    });
  }

  async function looksAtFines() {
    const phone = phoneOf(anybody());
    await phone.does("opens their fines and one of them", async () => {
      const answer = await phone.read(screens.myFines);
      const [fine] = answer<{ rows: Made[] }>(0).rows;
      if (fine) await phone.read(screens.oneFine(fine.id));
    });
  }

  const form = screens.formWith(screens.photo(photoBytes));
  async function sendsPhoto() {
    const fine = unpaid.shift();
    const resident = estate.residents.find(({ id }) => id === fine?.residentId);
    if (!fine || !resident) return;
    const phone = phoneOf(resident);
    await phone.does("sends a photo of 2 MB as proof", () =>
      phone.send(`/api/property/resident/fines/${fine.id}/payment-proof`, form.body, form.type),
    );
  }
  const unpaid = [...estate.unpaid];

  async function reportsIssue() {
    const resident = anybody();
    const phone = phoneOf(resident);
    const issue = {
      maintenanceType: "Electricity",
      roomNumber: resident.address,
      date: today(),
      description: "The light at the stairs is dark again",
    };
    await phone.does("reports an issue", async () => {
      const { id } = await phone.change<Made>(["resident.maintenance.log", issue]);
      reported.push(id);
      await phone.read([["resident.maintenance.mine", { limit: "all" }]]);
    });
  }
  const reported: string[] = [];

  const staffCloses = async () => {
    const requestId = reported.shift();
    const phone = phoneOf(random.pick(estate.staff));
    if (requestId)
      await phone.does("staff close an issue", () =>
        phone.change(["staff.maintenance.setStatus", { requestId, status: "Closed" }]),
      );
  };
  const reads = (who: () => Neighbour, what: string, calls: readonly Call[]) => async () => {
    const phone = phoneOf(who());
    await phone.does(what, () => phone.read(calls));
  };
  const adminFines = async () => {
    const fine = {
      residentId: anybody().id,
      type: "Late Rent",
      amountCents: 45_000,
      dueDate: dayOf(new Date(Date.now() + 14 * 86_400_000), "Africa/Johannesburg"),
      reason: "The levy of the month came late",
    };
    const phone = phoneOf(office);
    await phone.does("admin issues a fine", () => phone.change(["admin.fines.issue", fine]));
  };
  const announcement = async () => {
    const message = "Water will be off tomorrow from 09:00 to 13:00. Fill a bucket.";
    const phone = phoneOf(office);
    await phone.does("announcement", () => phone.change(["admin.announcements.post", { message }]));
  };

  const actions: Record<keyof typeof perHour, () => Promise<void>> = {
    opens: async () => {
      const phone = phoneOf(anybody());
      await phone.does("opens the app", () =>
        opens(phone, "/resident/dashboard", screens.residentDashboard),
      );
    },
    signsIn,
    visitorComes,
    visitorLeaves,
    looksAtFines,
    sendsPhoto,
    reportsIssue,
    staffCloses,
    adminFines,
    announcement,
    staffOpensList: reads(
      () => random.pick(estate.staff),
      "staff open all issues",
      screens.staffIssues,
    ),
    adminOpensPeople: reads(() => office, "admin opens all residents", screens.everyResident),
    adminOpensFines: reads(() => office, "admin opens all fines", screens.everyFine),
  };

  const openScreens = (
    people: readonly Neighbour[],
    count: number,
    what: string,
    calls: readonly Call[],
  ) =>
    people
      .slice(0, Math.round(count * times))
      .map((each) => ({ phone: phoneOf(each), what: `${what} kept open`, calls }));
  const lying = [
    ...openScreens(estate.residents, open.residents, "dashboard", screens.residentDashboard),
    ...openScreens(estate.staff, open.staff, "staff's dashboard", screens.staffDashboard),
    ...openScreens(
      estate.staff.toReversed(),
      open.staffLists,
      "staff's issues",
      screens.staffIssues,
    ),
    ...openScreens(
      estate.admins.toReversed(),
      open.admins,
      "admin's dashboard",
      screens.adminDashboard,
    ),
    ...openScreens(estate.admins, open.gates, "who is in", screens.presentVisitors),
  ];

  let fetched = 0;
  /** Like the client, fetches what it shows when it hears of a change, a second apart. */
  function keepOpen({ phone, what, calls }: (typeof lying)[number], end: number): void {
    let isWaiting = false;
    phone.listen(async () => {
      if (isWaiting || performance.now() > end) return;
      isWaiting = true;
      await pause(random.between(0, 1_000));
      isWaiting = false;
      fetched += 1;
      await phone.does(what, () => phone.read(calls));
    });
  }

  return {
    /** How many screens are open. */
    screens: lying.length,
    /** How often they have fetched what they show, because it had changed. */
    fetched: () => fetched,
    /** Runs for this many seconds; resolves when the last response has arrived. */
    async play(seconds: number): Promise<void> {
      const end = performance.now() + seconds * 1_000;
      const chance = { random, end };
      const arriving = Object.entries(perHour).map(([action, often]) =>
        arrivals(chance, (often * times) / 3_600, actions[action as keyof typeof perHour]),
      );
      for (const screen of lying) keepOpen(screen, end);
      await Promise.all(arriving);
    },
    /**
     * This many people sign in at the same moment, as after a message to everyone's phone. Returns
     * seconds.
     */
    async rush(count: number): Promise<number> {
      const begun = performance.now();
      const all = estate.residents.slice(-count).map(async ({ username }) => {
        const phone = newPhone();
        await phone.does(`${count} sign in at once`, () =>
          phone.change(["public.session.signIn", { username, password }]),
        );
        phone.close();
      });
      await Promise.all(all);
      return (performance.now() - begun) / 1000;
    },
    leave: () => {
      for (const phone of phones.values()) phone.close();
    },
  };
}

/**
 * Calls `action` this often on average, at random moments that do not depend on responses (a
 * Poisson process).
 */
async function arrivals(
  { random, end }: { random: Random; end: number },
  perSecond: number,
  action: () => Promise<void>,
): Promise<void> {
  const under: Promise<void>[] = [];
  for (;;) {
    const share = (random.between(0, 999_999) + 1) / 1_000_001;
    const waitMs = (-Math.log(share) / perSecond) * 1_000;
    if (performance.now() + waitMs > end) break;
    await pause(waitMs);
    under.push(action());
  }
  await Promise.all(under);
}
