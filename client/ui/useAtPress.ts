import { useState } from "react";

/**
 * Code that loads at the first press, because most people never press there.
 * @param sayFailed says that it could not be loaded, which takes a network
 */
export function useAtPress<Code>(load: () => Promise<Code>, sayFailed: () => Promise<void>) {
  const [code, setCode] = useState<Code>();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    try {
      setCode(await load());
    } catch {
      setBusy(false);
      await sayFailed();
    }
  };
  return { code, busy, press };
}
