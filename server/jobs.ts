import { firstEventAt, sweepRequestKeys } from "./platform/audit/audit.ts";
import { sweepLinks } from "./platform/auth/links.ts";
import { sweepSessions } from "./platform/auth/sessions.ts";
import type { Job } from "./platform/jobs/jobs.ts";
import { deliverDue, mailTransport } from "./platform/mail/mail.ts";
import type { House } from "./trpc.ts";

const minute = 60_000;

/** What the house does by itself. */
export function houseJobs({ db, config, now, backups }: House): Job[] {
  const sweep = {
    name: "sweep",
    everyMs: 60 * minute,
    run: () => {
      const { at } = now();
      sweepSessions(db, at);
      sweepLinks(db, at);
      sweepRequestKeys(db, at);
    },
  };
  const backup = {
    name: "backup",
    everyMs: minute,
    run: async () => {
      const why = await backups.turn(firstEventAt(db));
      if (why) throw new Error(why);
    },
  };
  if (!config.mail) return [sweep, backup];
  const { url, from } = config.mail;
  const transport = mailTransport(url);
  const deliver = () => deliverDue(db, transport, from, now().at);
  return [sweep, backup, { name: "mail", everyMs: minute / 4, run: deliver }];
}
