import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { Actor } from "../audit/audit.ts";
import { newToken } from "../auth/secrets.ts";
import type { Instant } from "../clock/clock.ts";
import { dropUnfinished, namesIn, workFolder } from "./disk.ts";
import { type Errand, type Ready, runErrand } from "./errand.ts";
import { madeAt } from "./names.ts";
import { keptName, lastKept, noteRestore, takeKept } from "./prepare.ts";
import { replaceData } from "./replace.ts";

/** What is to be restored: an archive of the list, one that was sent, or what a restore replaced. */
export type Source =
  | { kept: string }
  | { sent: string; fileName: string }
  | { before: "last restore" };

/** How far a restore is. */
export type RestoreState =
  | { phase: "reading"; source: Source }
  | ({ phase: "ready"; id: string; source: Source } & Omit<Ready, "work">)
  | { phase: "failed"; source: Source; why: string; wantsPassphrase: boolean }
  | { phase: "restoring"; source: Source; madeAt: string };

/** Restores for a server that runs: unpacks and checks beside it, puts in place between two serves. */
export type Restoring = ReturnType<typeof createRestoring>;

/** @param node options of Node for the processes it starts, besides this one's own */
export function createRestoring(config: Config, node: string[]) {
  /** Where archives arrive that somebody sends. */
  const incoming = join(config.data, "incoming");
  let state: RestoreState | null = null;
  let errand: Errand | null = null;
  /** Where the one lies that is ready. */
  let work: string | null = null;
  let by: Actor | null = null;
  /** What the last one that was put in place replaced. */
  let replaced: string | null = null;
  let ask: () => void = () => undefined;

  /** Never a path from outside: a name of ours, in the folder it belongs to. */
  async function pathOf(source: Source): Promise<string> {
    if ("before" in source) {
      const name = await lastKept(config.data);
      if (!name) throw new AppError("backups.nothing_kept");
      return join(config.data, name);
    }
    const path =
      "kept" in source
        ? madeAt(source.kept) && join(config.backups, source.kept)
        : /^[\w-]+(\.[a-z]+)+$/.test(source.sent) && join(incoming, source.sent);
    if (!path || !existsSync(path)) throw new AppError("backups.unknown");
    return path;
  }

  /**
   * Ends reading, and forgets what was read. What was sent stays, for another passphrase.
   * @throws backups.restoring
   */
  async function forget(): Promise<void> {
    if (state?.phase === "restoring") throw new AppError("backups.restoring");
    const [ending, folder] = [errand, work];
    [errand, work, state] = [null, null, null];
    await ending?.cancel();
    if (folder) await rm(folder, { recursive: true, force: true });
  }

  /** Unpacks and checks in a process of its own, and then says how that went. */
  async function read(source: Source, path: string, passphrase: string | null): Promise<void> {
    let wantsPassphrase = false;
    const found: Ready[] = [];
    const mine = runErrand(
      config,
      ["unpack", path],
      (told) => {
        if ("ready" in told) found.push(told.ready);
        if ("wants" in told) wantsPassphrase = true;
      },
      { node, ...(passphrase !== null && { passphrase }) },
    );
    errand = mine;
    const why = await mine.failed;
    // Forgotten meanwhile.
    if (errand !== mine) return;
    errand = null;
    const [ready] = found;
    if (!ready || why !== null) {
      // The machine's folders say nothing to who sits at a phone.
      const said = (why ?? "").replaceAll(path, "This backup");
      state = { phase: "failed", source, why: said, wantsPassphrase };
      return;
    }
    const { work: folder, ...rest } = ready;
    work = folder;
    state = { phase: "ready", id: newToken(), source, ...rest };
  }

  /** What is ready under this id. @throws backups.not_ready */
  function readyOne(id: string) {
    if (state?.phase !== "ready" || state.id !== id) throw new AppError("backups.not_ready");
    return state;
  }

  return {
    incoming,
    state: () => state,

    /**
     * Begins to unpack and check; `state` tells how it goes. What was read before is forgotten.
     * @throws backups.unknown, backups.nothing_kept, backups.restoring
     */
    async begin(source: Source, passphrase: string | null): Promise<void> {
      const path = await pathOf(source);
      await forget();
      state = { phase: "reading", source };
      void read(source, path, passphrase);
    },

    /** Before another one is sent: those go that were sent and never looked at. */
    async makeRoom(): Promise<void> {
      if (state) return;
      for (const name of await namesIn(incoming))
        if (!name.endsWith(".part")) await rm(join(incoming, name), { force: true });
    },

    /** Forgets what was read and what was sent. @throws backups.restoring */
    async discard(): Promise<void> {
      await forget();
      await rm(incoming, { recursive: true, force: true });
    },

    readyOne,

    /** Asks whoever serves to stop and put what is ready in place. @throws backups.not_ready */
    confirm(id: string, who: Actor): void {
      const { source, madeAt } = readyOne(id);
      state = { phase: "restoring", source, madeAt };
      by = who;
      ask();
    },

    /** Resolves when somebody confirms a restore. */
    asked: (): Promise<void> =>
      new Promise((resolve) => {
        ask = resolve;
      }),

    /** Puts in place what was confirmed, while nobody serves. When it fails, the old data are whole. */
    async putInPlace(at: Instant): Promise<void> {
      if (state?.phase !== "restoring" || !work || !by) return;
      const { source, madeAt } = state;
      const safety = join(config.data, keptName(at));
      try {
        const consumed = "before" in source ? await pathOf(source) : incoming;
        noteRestore(work, by, at, { ...source, madeAt });
        await replaceData(work, config, safety);
        replaced = safety;
        state = null;
        await rm(consumed, { recursive: true, force: true });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        state = { phase: "failed", source, why, wantsPassphrase: false };
        await rm(work, { recursive: true, force: true });
      }
      work = null;
    },

    /**
     * Puts back what was there before, when what was put in place cannot be opened.
     * @returns whether there was anything to put back
     */
    async putBack(why: string, at: Instant): Promise<boolean> {
      const before = replaced;
      replaced = null;
      if (!before || !existsSync(before)) return false;
      const folder = await workFolder(config.data, 0);
      await takeKept(before, folder);
      const aside = join(config.data, `failed-restore-${at.replace(/[:.]/g, "-")}`);
      await replaceData(folder, config, aside);
      await rm(before, { recursive: true, force: true });
      state = {
        ...{ phase: "failed", source: { before: "last restore" }, wantsPassphrase: false },
        why: `What was restored could not be opened (${why}). What was there before is back.`,
      };
      return true;
    },

    /** At start: removes what was being sent or unpacked when the machine stopped. */
    async sweep(): Promise<void> {
      await rm(incoming, { recursive: true, force: true });
      await dropUnfinished(config.data, 0);
    },
  };
}
