import { cloneElement, type ReactElement, useState } from "react";
import { showToast } from "../trpc.ts";

interface TriggerProps {
  busy?: boolean;
  "aria-haspopup"?: "menu" | "dialog";
  onClick?: () => void;
}

/** For code that most people never need. @param failed what is said if it cannot be loaded */
export function useAtPress<Code>(load: () => Promise<Code>, failed: string) {
  const [code, setCode] = useState<Code>();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    try {
      setCode(await load());
    } catch {
      setBusy(false);
      await showToast("error", `${failed}. Check your connection and try again.`);
    }
  };
  /** The button until the code is there. */
  const loading = (trigger: ReactElement<TriggerProps>, opens: "menu" | "dialog") =>
    cloneElement(trigger, { busy, "aria-haspopup": opens, onClick: () => void press() });
  return { code, busy, press, loading };
}
