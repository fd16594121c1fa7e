import type { FindNeed } from "../../api/needs.ts";
import { adminProcedure } from "../../api/procedures.ts";
import { firstEventAt } from "../../platform/audit/audit.ts";
import { backupError } from "../../platform/backup/errors.ts";
import { newest } from "../../platform/backup/scheduler.ts";
import { confirmation, preview } from "./schema.ts";
import { listed, recordAction, shownRestore } from "./service.ts";

export const procedures = {
  admin: {
    /** All data of the page: the archives, the latest results, and what is running. */
    overview: adminProcedure.meta({ notQueued: true }).query(async ({ ctx }) => {
      const { account, db, backups, config } = ctx;
      // While a job runs, the client polls every second. The folders are read again after the job.
      if (!backups.known().running) await backups.look();
      const known = backups.known();
      const last = newest(known, ctx.now().at);
      return {
        archives: known.archives.map(listed),
        running: known.running,
        failure: known.failure,
        second: known.offsiteCopy,
        lastRehearsed: last ? listed(last) : null,
        undo: known.undo,
        restore: shownRestore(ctx, backups.restore.state(account.id)),
        warning: backups.warning(firstEventAt(db)),
        hour: config.backup.hour,
        encrypts: config.backup.passphrase !== null,
      };
    }),
    /** Starts a backup; `overview` shows its progress. */
    make: adminProcedure.mutation(({ ctx: { db, by, now, backups } }) => {
      backups.begin();
      recordAction(db, by, now(), "make", "backups");
    }),
    /** Starts to unpack and check a backup before a restore; `overview` shows the result. */
    preview: adminProcedure.input(preview).mutation(async ({ ctx, input }) => {
      const { account, backups } = ctx;
      await backups.restore.begin(account.id, input.source, input.passphrase || null);
    }),
    /** Discards this admin's preview and the backup they uploaded. */
    cancel: adminProcedure.mutation(({ ctx: { account, backups } }) =>
      backups.restore.discard(account.id),
    ),
    /** Replaces the current data with the previewed backup: the server stops and starts again. */
    restore: adminProcedure
      .meta({ reauthenticate: true })
      .input(confirmation)
      .mutation(({ ctx, input }) => {
        const { account, db, by, now, backups } = ctx;
        const { source, madeAt } = backups.restore.readyOne(account.id, input.id);
        if (backups.known().running) throw backupError("backups.busy");
        // This entry stays with the copy of the current data; the restored data get an entry of
        // their own.
        recordAction(db, by, now(), "restore", "backup", { source, madeAt });
        backups.restore.confirm(account.id, input.id, by);
      }),
  },
};

/** The warning about the backups, if there is one. */
export const needs: FindNeed = ({ db, backups }) => {
  const text = backups.warning(firstEventAt(db));
  return text === null ? null : { count: 1, since: null, text };
};
