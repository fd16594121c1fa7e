import { useEffect, useSyncExternalStore } from "react";
import { shownForMs } from "./toastDuration.ts";

type Sonner = typeof import("./toaster.ts");

let sonner: Sonner | undefined;
let wake = () => {};
let mounted = () => {};
const ready = new Promise<void>((resolve) => {
  mounted = resolve;
});

/** Fetches the toaster and answers it once it listens; rejects when it cannot be fetched. */
export async function toaster(): Promise<Sonner> {
  const loaded = await import("./toaster.ts");
  await loaded.styled;
  sonner = loaded;
  wake();
  await ready;
  return sonner;
}

const fetched = () => sonner;

const subscribe = (changed: () => void) => {
  wake = changed;
  return () => {
    wake = () => {};
  };
};

/** Where toasts appear: top right, for five seconds, longer under the pointer or while away. */
export function Toasts() {
  const here = useSyncExternalStore(subscribe, fetched);
  if (!here) return null;
  return (
    <>
      <here.Toaster position="top-right" duration={shownForMs} theme="system" />
      <Listening />
    </>
  );
}

/** Its effect runs after the toaster's own. */
function Listening() {
  useEffect(() => mounted(), []);
  return null;
}
