import { onlineManager, QueryClientProvider } from "@tanstack/react-query";
import { createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchConnection } from "./offline/connection.ts";
import { routeTree } from "./routeTree.gen.ts";
import { api, client, queryClient } from "./trpc.ts";
import { ErrorState } from "./ui/ErrorState.tsx";
import { Spinner } from "./ui/Spinner.tsx";

// Set before zod loads, which would otherwise compile schemas into code. The security policy forbids that.
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
    <ErrorState page error={error} retry={() => retryScreen(error)} />
  ),
});

/** Retries a screen. After an update of the server, only a new page knows the names of its files. */
function retryScreen(error: unknown) {
  if (!(error instanceof TypeError)) return router.invalidate();
  // While the server does not answer, this page is better than none.
  return fetch("/").then(
    () => location.reload(),
    () => undefined,
  );
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The window's title before "· Stoep". */
    title?: string;
  }
}

watchConnection();
// Screens that failed offline load again once the server answers.
onlineManager.subscribe((isOnline) => {
  if (isOnline) void router.invalidate();
});

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </api.Provider>
  </StrictMode>,
);
