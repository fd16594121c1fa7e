import { QueryClientProvider } from "@tanstack/react-query";
import { createRouter, type RouterHistory, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { routeTree } from "./routeTree.gen.ts";
import { api, client, queryClient } from "./trpc.ts";
import { ErrorState } from "./ui/ErrorState.tsx";
import { Spinner } from "./ui/Spinner.tsx";

/**
 * The client's router, with the browser's history.
 * @param built what is other when a page is painted at the build, where there is no browser
 */
export const newRouter = (built?: { history: RouterHistory; origin: string }) => {
  const router = createRouter({
    routeTree,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 200,
    scrollRestoration: !built,
    defaultPendingComponent: Spinner,
    defaultErrorComponent: ({ error }) => (
      <ErrorState page error={error} retry={() => again(error)} />
    ),
    ...built,
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
  return router;
};

type Router = ReturnType<typeof newRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: Router;
  }
  interface StaticDataRouteOption {
    /** What the window's title says before "· Stoep". */
    title?: string;
  }
}

export const App = ({ router }: { router: Router }) => (
  <StrictMode>
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </api.Provider>
  </StrictMode>
);
