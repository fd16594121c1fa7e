import { existsSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../../config.ts";
import type { Actor } from "../../audit/actor.ts";
import { newToken } from "../../auth/secrets.ts";
import type { Instant } from "../../clock/clock.ts";
import { madeAt, stampOf } from "../archive/names.ts";
import { type ChildTask, type Ready, runChildTask } from "../childProcess.ts";
import { dropUnfinished, workFolder } from "../disk.ts";
import { backupError } from "../errors.ts";
import { lastSafetyCopy, noteRestore, safetyCopyName, stageSafetyCopy } from "./prepare.ts";
import { replaceData } from "./replace.ts";

/** The source of a restore: an archive of the list, an uploaded one, or what the last one replaced. */
export type Source =
  | { archive: string }
  | { sent: string; fileName: string }
  | { before: "last restore" };

export type RestoreState =
  | { phase: "reading"; source: Source }
  | ({ phase: "ready"; id: string; source: Source } & Omit<Ready, "work">)
  | { phase: "failed"; source: Source; why: string; wantsPassphrase: boolean }
  /** Shown to everybody: the server is about to stop. */
  | { phase: "restoring" };

interface Preview {
  state: Exclude<RestoreState, { phase: "restoring" }>;
  childTask: ChildTask | null;
  /** The folder it is unpacked in, once it is ready. */
  work: string | null;
  /** Discards it when nobody has returned to it. */
  expiry?: NodeJS.Timeout;
}

/** How long a preview stays, in milliseconds: it takes the space of a whole building. */
const previewMs = 60 * 60_000;

/** Another process unpacks, and serving stops to replace the data. */
export function createRestoring(config: Config, program: string) {
  const incoming = join(config.data, "incoming");
  /** The previews by admin: nobody sees, confirms or cancels another admin's preview. */
  const previews = new Map<string, Preview>();
  const senders = new Map<string, string>();
  let confirmed: { by: Actor; source: Source; madeAt: string; work: string } | null = null;
  /** The data that the last completed restore replaced, and who made it. */
  let replaced: { safety: string; owner: string } | null = null;
  let resolveConfirmed: () => void = () => undefined;

  /** Never uses a path from outside: the name must be one of ours, in its own folder. */
  async function pathOf(source: Source, owner: string): Promise<string> {
    if ("before" in source) {
      const name = await lastSafetyCopy(config.data);
      if (!name) throw backupError("backups.nothing_kept");
      return join(config.data, name);
    }
    const path =
      "archive" in source
        ? madeAt(source.archive) && join(config.backups, source.archive)
        : senders.get(source.sent) === owner && join(incoming, source.sent);
    if (!path || !existsSync(path)) throw backupError("backups.unknown");
    return path;
  }

  /** The uploaded archive stays, for another passphrase. @throws backups.restoring */
  async function forget(owner: string): Promise<void> {
    if (confirmed) throw backupError("backups.restoring");
    const preview = previews.get(owner);
    previews.delete(owner);
    clearTimeout(preview?.expiry);
    await preview?.childTask?.cancel();
    if (preview?.work) await rm(preview.work, { recursive: true, force: true });
  }

  async function dropSent(owner: string, except = ""): Promise<void> {
    for (const [name, sender] of senders)
      if (sender === owner && name !== except) {
        senders.delete(name);
        await rm(join(incoming, name), { force: true });
      }
  }

  async function discard(owner: string): Promise<void> {
    await forget(owner);
    await dropSent(owner);
    // Fails if another admin's archive is there or on its way.
    await rmdir(incoming).catch(() => undefined);
  }

  async function discardAll(): Promise<void> {
    for (const owner of [...previews.keys()]) await forget(owner);
    senders.clear();
    await rm(incoming, { recursive: true, force: true });
  }

  /** The data are replaced by now: what is left lying about does not make that a failed restore. */
  async function tidyUp(consumed: string | null): Promise<void> {
    try {
      if (consumed) await rm(consumed, { recursive: true, force: true });
      await discardAll();
    } catch (error) {
      console.error("The backup was restored, but not everything was tidied up after it:", error);
    }
    // Other admins' previews were compared with data that are gone.
    previews.clear();
  }

  async function read(owner: string, preview: Preview, path: string, passphrase: string | null) {
    const { source } = preview.state;
    let wantsPassphrase = false;
    const found: Ready[] = [];
    preview.childTask = runChildTask(
      config,
      ["unpack", path],
      (message) => {
        if ("ready" in message) found.push(message.ready);
        if ("wants" in message) wantsPassphrase = true;
      },
      { program, ...(passphrase !== null && { passphrase }) },
    );
    const why = await preview.childTask.failed;
    const [ready] = found;
    if (previews.get(owner) !== preview) {
      // It was discarded meanwhile.
      if (ready) await rm(ready.work, { recursive: true, force: true });
      return;
    }
    preview.childTask = null;
    // Also of one that cannot be opened: what was sent takes as much room.
    preview.expiry = setTimeout(() => void discard(owner).catch(() => undefined), previewMs);
    preview.expiry.unref();
    if (!ready || why !== null) {
      // The machine's paths mean nothing to somebody at a phone.
      const reason = (why ?? "").replaceAll(path, "This backup");
      preview.state = { phase: "failed", source, why: reason, wantsPassphrase };
      return;
    }
    const { work, ...rest } = ready;
    preview.work = work;
    preview.state = { phase: "ready", id: newToken(), source, ...rest };
  }

  function readyOne(owner: string, id: string) {
    const preview = previews.get(owner);
    if (preview?.state.phase !== "ready" || preview.state.id !== id || !preview.work)
      throw backupError("backups.not_ready");
    return { ...preview.state, work: preview.work };
  }

  const fail = (owner: string, source: Source, why: string) =>
    previews.set(owner, {
      state: { phase: "failed", source, why, wantsPassphrase: false },
      childTask: null,
      work: null,
    });

  return {
    incoming,
    isRestoring: () => confirmed !== null,

    /** The state of an admin's own restore. While one is put in place, everybody sees that. */
    state: (owner: string): RestoreState | null =>
      confirmed ? { phase: "restoring" } : (previews.get(owner)?.state ?? null),

    /**
     * Begins to unpack and check, in place of the previous preview; `state` reports the progress.
     * @throws backups.unknown, backups.nothing_kept, backups.restoring
     */
    async begin(owner: string, source: Source, passphrase: string | null): Promise<void> {
      const path = await pathOf(source, owner);
      await forget(owner);
      const preview: Preview = { state: { phase: "reading", source }, childTask: null, work: null };
      previews.set(owner, preview);
      void read(owner, preview, path, passphrase);
    },

    /** Before another upload, removes an admin's uploaded archives except the previewed one. */
    makeRoom(owner: string): Promise<void> {
      const source = previews.get(owner)?.state.source;
      return dropSent(owner, source && "sent" in source ? source.sent : "");
    },

    received: (owner: string, name: string): void => void senders.set(name, owner),

    discard,

    discardAll,

    readyOne,

    /** Asks the running server to stop and put the preview in place. @throws backups.not_ready */
    confirm(owner: string, id: string, by: Actor): void {
      const { source, madeAt, work } = readyOne(owner, id);
      const preview = previews.get(owner);
      clearTimeout(preview?.expiry);
      previews.delete(owner);
      confirmed = { by, source, madeAt, work };
      resolveConfirmed();
    },

    untilConfirmed: (): Promise<void> =>
      new Promise((resolve) => {
        resolveConfirmed = resolve;
      }),

    /** Replaces the data with the confirmed backup while nothing is served, or leaves them. */
    async putInPlace(at: Instant): Promise<void> {
      if (!confirmed) return;
      const { by, source, madeAt, work } = confirmed;
      const owner = by.accountId ?? "";
      const safety = join(config.data, safetyCopyName(at));
      try {
        const consumed = "before" in source ? await pathOf(source, owner) : null;
        await noteRestore(work, config, { by, at, after: { ...source, madeAt } });
        await replaceData(work, config, safety);
        replaced = { safety, owner };
        confirmed = null;
        await tidyUp(consumed);
      } catch (error) {
        fail(owner, source, error instanceof Error ? error.message : String(error));
        await rm(work, { recursive: true, force: true });
      }
      confirmed = null;
    },

    /** Puts the previous data back when what was restored cannot be opened, if there are any. */
    async putBack(why: string, at: Instant): Promise<boolean> {
      const before = replaced;
      replaced = null;
      if (!before || !existsSync(before.safety)) return false;
      const folder = await workFolder(config.data, 0);
      await stageSafetyCopy(before.safety, folder);
      const aside = join(config.data, `failed-restore-${stampOf(at)}`);
      await replaceData(folder, config, aside);
      await rm(before.safety, { recursive: true, force: true });
      fail(
        before.owner,
        { before: "last restore" },
        `What was restored could not be opened (${why}). What was there before is back.`,
      );
      return true;
    },

    /** At start: removes uploads and previews that were unfinished when the machine stopped. */
    async sweep(): Promise<void> {
      await rm(incoming, { recursive: true, force: true });
      await dropUnfinished(config.data, 0);
    },
  };
}
