import type { AnyRoute } from "@tanstack/react-router";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App, newRouter } from "./app.tsx";
import { importAgain } from "./importAgain.ts";

// Before zod arrives: it would try to compile schemas into code, which the security policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The build calls it by this name: askingAgain in vite.config.ts.
Object.assign(globalThis, { importAgain });

/** In a turn of its own: for a slow phone, reading the program and setting out are each long enough. */
setTimeout(setOut);

function setOut() {
  const router = newRouter();

  // A screen's files come while the server is asked who is here.
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route: AnyRoute = router.routesById[routeId as "__root__"];
    router.loadRouteChunk(route)?.catch(() => undefined);
  }

  // What failed for want of a network comes back with it.
  window.ononline = () => void router.invalidate();

  const root = document.getElementById("root") as HTMLElement;
  const app = <App router={router} />;
  // What was painted at the build is taken over, with what was typed into it, once its screen is here.
  if (root.firstChild && !root.hasAttribute("data-frame"))
    void Promise.all([router.load(), styled()]).then(() => hydrateRoot(root, app));
  // Any other screen is drawn once, over the empty frame of its area, unless it lets wait for itself: then
  // it says so. As a transition, which lets a slow phone do something else in between.
  else
    void Promise.race([router.load(), pause(router.options.defaultPendingMs)]).finally(() =>
      startTransition(() => createRoot(root).render(app)),
    );
}

/** The styles of all screens: a painted page came with no more than its own. */
async function styled() {
  const link = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
  if (!link || link.sheet) return;
  // Without them it is drawn with what is there.
  await new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
  });
}

function pause(ms: number | undefined) {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}
