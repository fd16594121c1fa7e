import { onlineManager } from "@tanstack/react-query";
import { patienceMs } from "./patience.ts";

const retryEveryMs = 5_000;

/** Whether the server answers now. Everything that listens to `onlineManager` learns it too. */
export async function checkConnection(): Promise<boolean> {
  let isOnline = false;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    isOnline = (await fetch("/api/health", { cache: "no-store", signal })).ok;
  } catch {
    // The server does not answer.
  }
  onlineManager.setOnline(isOnline);
  return isOnline;
}

/** Watches the connection. A device in a network may still not reach the server, so we ask it. */
export function watchConnection(): void {
  onlineManager.setEventListener((setOnline) => {
    const lost = () => setOnline(false);
    window.addEventListener("offline", lost);
    window.addEventListener("online", checkConnection);
    return () => {
      window.removeEventListener("offline", lost);
      window.removeEventListener("online", checkConnection);
    };
  });
  let timer: ReturnType<typeof setInterval> | undefined;
  onlineManager.subscribe((isOnline) => {
    clearInterval(timer);
    if (!isOnline) timer = setInterval(checkConnection, retryEveryMs);
  });
}
