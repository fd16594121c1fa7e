import { useRef, useState } from "react";
import { newKey } from "../../../links.ts";
import { utils } from "../../../trpc.ts";
import { formOf, sendForm } from "../../../ui/sendForm.ts";
import { complaintAbout, prepare } from "./prepare.ts";

/** A chosen file, and its progress. */
export interface Chosen {
  key: string;
  file: File;
  state: "waiting" | "preparing" | "sending" | "sent" | "wrong" | "failed";
  /** The uploaded part, from 0 to 1. */
  part: number;
  /** Why it is unusable or failed. */
  why: string;
  /** The prepared file, once there is one; a retry sends the same. */
  ready?: File;
}

const chosen = (file: File): Chosen => ({
  key: newKey(),
  file,
  state: "waiting",
  part: 0,
  why: "",
});

/** The files chosen for a fine, uploaded one after the other. */
export function useUploads(fineId: string) {
  const [files, setFiles] = useState<readonly Chosen[]>([]);
  const [busy, setBusy] = useState(false);
  const stop = useRef<() => void>(undefined);
  const stopped = useRef(false);

  const set = (key: string, now: Partial<Chosen>) =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...now } : each)));

  const sendOne = async ({ key, file, ready: before }: Chosen) => {
    set(key, { state: "preparing", part: 0, why: "" });
    const ready = before ?? (await prepare(file));
    if (typeof ready === "string") return set(key, { state: "wrong", why: ready });
    if (stopped.current) return set(key, { state: "waiting", ready });
    set(key, { state: "sending", ready });
    const { done, cancel } = upload(fineId, ready, key, (part) => set(key, { part }));
    stop.current = cancel;
    const why = await done;
    if (why === null) set(key, { state: "waiting", part: 0 });
    else set(key, why ? { state: "failed", why } : { state: "sent", part: 1 });
  };

  const send = async () => {
    if (busy) return;
    setBusy(true);
    stopped.current = false;
    for (const each of files)
      if (!stopped.current && (each.state === "waiting" || each.state === "failed"))
        await sendOne(each);
    setBusy(false);
    // Fetching again shows whether the session has ended meanwhile.
    await utils.resident.invalidate();
  };

  return {
    files,
    busy,
    send,
    add: (list: FileList | null) => {
      // Copied now, because clearing the picker empties its list.
      const more = [...(list ?? [])].map(chosen);
      setFiles((all) => [...all.filter(({ state }) => state !== "sent"), ...more]);
      for (const { key, file } of more)
        void complaintAbout(file).then((why) => why && set(key, { state: "wrong", why }));
    },
    remove: (key: string) => setFiles((all) => all.filter((each) => each.key !== key)),
    cancel: () => {
      stopped.current = true;
      stop.current?.();
    },
  };
}

interface Upload {
  /** Why it failed, as text; "" when the server has the file; null when it was cancelled. */
  done: Promise<string | null>;
  cancel: () => void;
}

/** Sends a payment proof; see `sendForm` for the parameters. */
function upload(fineId: string, file: File, key: string, tell: (part: number) => void): Upload {
  const address = `/api/property/resident/fines/${encodeURIComponent(fineId)}/payment-proof`;
  const { done, cancel } = sendForm(address, formOf(file), key, tell);
  return { done: done.then((came) => came && ("why" in came ? came.why : "")), cancel };
}
