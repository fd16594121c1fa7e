import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";

const Toaster = lazy(async () => ({ default: (await import("sonner")).Toaster }));

export const shownForMs = 5000;

let wanted = false;
let wake = () => {};
let mounted = () => {};
const ready = new Promise<void>((resolve) => {
  mounted = resolve;
});

/** Fetches the toaster when there is something to say for the first time; resolves once it listens. */
export function toasterReady(): Promise<void> {
  wanted = true;
  wake();
  return ready;
}

const subscribe = (changed: () => void) => {
  wake = changed;
  return () => {
    wake = () => {};
  };
};

/** Where toasts appear: top right, for five seconds, longer under the pointer or while away. */
export function Toasts() {
  const here = useSyncExternalStore(subscribe, () => wanted);
  if (!here) return null;
  return (
    <Suspense>
      <Toaster position="top-right" duration={shownForMs} theme="system" />
      <Listening />
    </Suspense>
  );
}

/** Its effect runs after the toaster's own. */
function Listening() {
  useEffect(() => mounted(), []);
  return null;
}
