import { useEffect, useSyncExternalStore } from "react";
import { shownForMs } from "./toastDuration.ts";

type Sonner = typeof import("./toaster.ts");

let sonner: Sonner | undefined;
let wake = () => {};
let mounted = () => {};
const ready = new Promise<void>((resolve) => {
  mounted = resolve;
});

/** Loads the toaster and resolves once it listens; rejects when it cannot be loaded. */
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

/**
 * Toasts appear at the top right for five seconds, longer while the pointer is over them or the
 * window is in the background.
 */
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

/** Rendered after the toaster, so that its effect runs after the toaster's own. */
function Listening() {
  useEffect(() => mounted(), []);
  return null;
}
