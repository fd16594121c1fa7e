import { useRef, useState } from "react";
import { type KindName, kindOf } from "../../../server/features/attachments/schema.ts";
import { newKey } from "../../links.ts";
import { formOf, type Sending, sendForm } from "../../ui/sendForm.ts";
import { prepare } from "./prepare.ts";

export interface Chosen {
  key: string;
  file: File;
  state: "preparing" | "waiting" | "sending" | "sent" | "wrong" | "failed";
  part: number;
  why: string;
  ready: Promise<File | string>;
}

export type Attachments = ReturnType<typeof useAttachments>;

export function useAttachments<Answer>(kind: KindName) {
  const [files, show] = useState<readonly Chosen[]>([]);
  const [busy, setBusy] = useState(false);
  const now = useRef(files);
  const lastReady = useRef<Promise<unknown>>(undefined);
  const sending = useRef<Sending<Answer>>(undefined);
  const running = useRef(false);
  const stopped = useRef(false);

  const change = (next: readonly Chosen[]) => {
    now.current = next;
    show(next);
  };
  const set = (key: string, is: Partial<Chosen>) =>
    change(now.current.map((each) => (each.key === key ? { ...each, ...is } : each)));

  const chosen = (file: File): Chosen => {
    const key = newKey();
    // One after the other, because a large photo fills much of a phone's memory.
    const ready = Promise.resolve(lastReady.current).then(() => prepare(file, kind));
    lastReady.current = ready;
    void ready.then((is) =>
      set(key, typeof is === "string" ? { state: "wrong", why: is } : { state: "waiting" }),
    );
    return { key, file, state: "preparing", part: 0, why: "", ready };
  };

  const sendOne = async (
    address: string,
    { key, ready }: Chosen,
    fields?: Record<string, string>,
  ): Promise<Answer | undefined> => {
    const file = await ready;
    if (typeof file === "string" || stopped.current) return undefined;
    set(key, { state: "sending", part: 0, why: "" });
    sending.current = sendForm<Answer>(address, formOf(file, fields), key, (part) =>
      set(key, { part }),
    );
    const came = await sending.current.done;
    if (came === null) set(key, { state: "waiting" });
    else if ("why" in came) set(key, { state: "failed", why: came.why });
    else {
      set(key, { state: "sent" });
      return came.answer;
    }
    return undefined;
  };

  /**
   * Sends what is not sent yet, each with these fields. What failed stays, with the reason.
   * @param only the key of the one to send; the others wait, except what is chosen meanwhile
   */
  const send = async (
    address: string,
    fields?: Record<string, string>,
    only?: string,
  ): Promise<{ answers: Answer[]; areAll: boolean }> => {
    const answers: Answer[] = [];
    if (running.current) return { answers, areAll: false };
    setBusy(true);
    running.current = true;
    stopped.current = false;
    const others = only === undefined ? [] : now.current.filter(({ key }) => key !== only);
    const tried = new Set(others.map(({ key }) => key));
    const isMeant = ({ key }: Chosen) => !tried.has(key);
    const next = () => now.current.find((each) => isLeft(each) && isMeant(each));
    for (let each = next(); each && !stopped.current; each = next()) {
      tried.add(each.key);
      const answer = await sendOne(address, each, fields);
      if (answer) answers.push(answer);
    }
    running.current = false;
    setBusy(false);
    return { answers, areAll: !now.current.some(isLeft) };
  };

  return {
    kind,
    files,
    busy,
    hasMore: files.some(isLeft),
    send,
    add: (list: FileList | null) => {
      // Copied now, because clearing the picker empties its list.
      const more = [...(list ?? [])].map(chosen);
      const before = kindOf(kind).most === 1 ? [] : now.current;
      change([...before.filter(({ state }) => state !== "sent"), ...more]);
    },
    remove: (key: string) => change(now.current.filter((each) => each.key !== key)),
    cancel: () => {
      stopped.current = true;
      sending.current?.cancel();
    },
  };
}

const isLeft = ({ state }: Chosen): boolean => state !== "sent" && state !== "wrong";
