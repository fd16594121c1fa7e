import { tellPlanned } from "./features/announcements/notices/service.ts";
import { mailDailyNews, mailNews } from "./features/live/newsMail.ts";
import { pushEntryRequests, pusher, pushNews } from "./features/live/newsPush.ts";
import { keepToRetention } from "./features/privacy/service.ts";
import { sweepStaged } from "./features/spreadsheet/staging.ts";
import { sweepRecentImports } from "./features/spreadsheet/takeBack.ts";
import { printGateList } from "./features/visitors/gate/paper.ts";
import { assumeOut } from "./features/visitors/gate/service.ts";
import type { Actor } from "./platform/audit/actor.ts";
import { firstEventAt, lastEventAt, sweepRequestKeys } from "./platform/audit/audit.ts";
import { sweepLinks } from "./platform/auth/links/links.ts";
import { sweepThrottles } from "./platform/auth/passwords/throttle.ts";
import { sweepDevices } from "./platform/auth/sessions/devices.ts";
import { sweepSessions } from "./platform/auth/sessions/sessions.ts";
import { letGoOfReplaced } from "./platform/backup/restore/prepare.ts";
import { plusDays } from "./platform/clock/clock.ts";
import type { Job } from "./platform/jobs/jobs.ts";
import { sweepEvents } from "./platform/live/events.ts";
import { deliverDue, mailTransport } from "./platform/mail/mail.ts";
import { retryErasure } from "./platform/privacy/erasure.ts";
import { canPush } from "./platform/push/push.ts";
import type { Services } from "./services.ts";

const minute = 60_000;

/** The actor of jobs in the audit trail. */
const byItself: Actor = { accountId: null, origin: "job" };

/** How many days may pass without any entry in the audit trail before Stoep starts, as in a small building. */
const mostDaysAhead = 366;
const aheadWords =
  "The clock is far ahead of the last entry in the audit trail, so nothing is deleted. If it is right, restart Stoep after somebody has signed in.";

/** The server's scheduled jobs. */
export function scheduledJobs(services: Services): Job[] {
  const { db, config, certificates, now, backups } = services;
  let known = lastEventAt(db) ?? now().at;
  /** The time for what deletes for good. @throws Error if the clock has jumped far ahead */
  const likelyNow = () => {
    const moment = now();
    // What others do while it is wrong does not make it right, so only this counts after the start.
    if (moment.at > plusDays(known, mostDaysAhead)) throw new Error(aheadWords);
    if (moment.at > known) known = moment.at;
    return moment;
  };
  const sweep = {
    name: "sweep",
    everyMs: 60 * minute,
    run: () => {
      const { at } = likelyNow();
      sweepSessions(db, at);
      sweepLinks(db, at);
      sweepThrottles(db, at);
      sweepDevices(db, at);
      sweepRequestKeys(db, at);
      sweepEvents(db, at);
    },
  };
  const backup = {
    name: "backup",
    everyMs: minute,
    run: async () => {
      const why = await backups.runIfDue(firstEventAt(db));
      if (why) throw new Error(why);
    },
  };
  const erasure = {
    name: "erasure",
    everyMs: 10_000,
    run: () => retryErasure(db),
  };
  let tidied: string | null = null;
  /** Runs some minutes after the start, and then early on each day. */
  const tidy = {
    name: "privacy",
    everyMs: 10 * minute,
    run: async () => {
      const isFirst = tidied === null;
      tidied ??= "";
      if (isFirst || likelyNow().today === tidied) return;
      await keepToRetention({ db, config, now }, byItself);
      await letGoOfReplaced(config, now().at);
      tidied = now().today;
    },
  };
  const gate = {
    name: "gate",
    everyMs: 10 * minute,
    run: () => void assumeOut(db, byItself, likelyNow(), config.timeZone),
  };
  const notices = {
    name: "notices",
    // Often, so that a notice of the new day is told as the day begins; it asks a small index.
    everyMs: 10_000,
    run: () => void tellPlanned(db, byItself, now()),
  };
  const imports = {
    name: "imports",
    everyMs: 60 * minute,
    run: () => {
      const { at } = likelyNow();
      sweepStaged(db, at);
      sweepRecentImports(db, at);
    },
  };
  const jobs: Job[] = [sweep, backup, erasure, tidy, gate, notices, imports];
  if (certificates)
    // Often, so that a new address of the machine gets a certificate before people give up.
    jobs.push({ name: "certificate", everyMs: minute, run: certificates.renew });
  const { gatePrinter } = config;
  if (gatePrinter)
    jobs.push({
      name: "gate list",
      everyMs: 10 * minute,
      run: () => printGateList(db, byItself, gatePrinter, now(), config.timeZone),
    });
  if (canPush(services.origin())) {
    const push = (end: AbortSignal) => pusher(services, now().at, end);
    const gatePush = (end: AbortSignal) => pushEntryRequests(db, push(end), now());
    jobs.push({ name: "gate push", everyMs: 2_000, run: gatePush });
    const run = (end: AbortSignal) => pushNews(db, push(end), now(), config.timeZone);
    jobs.push({ name: "push", everyMs: 10_000, run });
  }
  if (config.mail) {
    const { url, from, authority } = config.mail;
    let transport: ReturnType<typeof mailTransport> | undefined;
    const deliver = async (end: AbortSignal) => {
      transport ??= mailTransport(url, undefined, authority).catch((error: unknown) => {
        transport = undefined;
        throw error;
      });
      await deliverDue(db, await transport, from, now().at, end);
    };
    const news = () => {
      mailNews(services, "at once", now(), config.timeZone);
      mailDailyNews(services, now(), config.timeZone);
    };
    jobs.push({ name: "news", everyMs: minute, run: news });
    jobs.push({ name: "mail", everyMs: minute / 4, run: deliver });
  }
  return jobs;
}
