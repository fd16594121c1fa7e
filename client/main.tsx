import { type AnyRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { routeTree } from "./routeTree.gen.ts";
import { queryClient } from "./trpc.ts";
import { ErrorState } from "./ui/ErrorState.tsx";
import { Spinner } from "./ui/Spinner.tsx";

// Before zod arrives: it would try to compile schemas into code, which the security policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingMinMs: 200,
  scrollRestoration: true,
  defaultPendingComponent: Spinner,
  defaultErrorComponent: ({ error }) => (
    <ErrorState page error={error} retry={() => again(error)} />
  ),
});

/** Tries a screen again; a file that went with an update of the server is found by a new page only. */
function again(error: unknown) {
  if (!(error instanceof TypeError)) return router.invalidate();
  // Without a server this page is better than none.
  return fetch("/").then(
    () => location.reload(),
    () => undefined,
  );
}

// A screen's files come while the server is asked who is here.
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route: AnyRoute = router.routesById[routeId as "__root__"];
  router.loadRouteChunk(route)?.catch(() => undefined);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** What the window's title says before "· Stoep". */
    title?: string;
  }
}

// It learns when the window is looked at again, and when the network is back.
queryClient.mount();

// What failed for want of a network comes back with it.
window.ononline = () => void router.invalidate();

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
