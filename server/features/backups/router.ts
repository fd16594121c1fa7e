import { adminProcedure } from "../../api/procedures.ts";
import { AppError } from "../../errors.ts";
import { firstEventAt } from "../../platform/audit/audit.ts";
import { newest } from "../../platform/backup/scheduler.ts";
import { confirmation, preview } from "./schema.ts";
import { listed, recordAction, shownRestore } from "./service.ts";

export const backups = {
  admin: {
    /** Everything on the page: the archives, how the last ones went, and what is being done. */
    overview: adminProcedure.query(async ({ ctx: { account, db, backups, config } }) => {
      // While something runs this is asked every second, and the folders are looked at when it ends.
      if (!backups.known().running) await backups.look();
      const known = backups.known();
      const last = newest(known);
      return {
        archives: known.archives.map(listed),
        running: known.running,
        failure: known.failure,
        second: known.offsiteCopy,
        lastRehearsed: last ? listed(last) : null,
        undo: known.undo,
        restore: shownRestore(backups.restore.state(account.id)),
        warning: backups.warning(firstEventAt(db)),
        hour: config.backup.hour,
        encrypts: config.backup.passphrase !== null,
      };
    }),
    /** Begins a backup; the overview tells how far it is. */
    make: adminProcedure.mutation(({ ctx: { db, by, now, backups } }) => {
      backups.begin();
      recordAction(db, by, now(), "make", "backups");
    }),
    /** Begins to unpack and check what is to be restored; the overview tells what is in it. */
    preview: adminProcedure.input(preview).mutation(async ({ ctx, input }) => {
      const { account, backups } = ctx;
      await backups.restore.begin(account.id, input.source, input.passphrase || null);
    }),
    /** Forgets what this admin looked at, and what they sent. */
    cancel: adminProcedure.mutation(({ ctx: { account, backups } }) =>
      backups.restore.discard(account.id),
    ),
    /** Puts what was looked at in the place of the present data: the server stops and begins again. */
    restore: adminProcedure
      .meta({ reauthenticate: true })
      .input(confirmation)
      .mutation(({ ctx, input }) => {
        const { account, db, by, now, backups } = ctx;
        const { source, madeAt } = backups.restore.readyOne(account.id, input.id);
        if (backups.known().running) throw new AppError("backups.busy");
        // Here for what is kept of the present data; what is restored gets a note of its own.
        recordAction(db, by, now(), "restore", "backup", { source, madeAt });
        backups.restore.confirm(account.id, input.id, by);
      }),
  },
};
