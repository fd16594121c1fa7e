import { createRootRoute, HeadContent, Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { Toasts } from "../../ui/Toasts.tsx";

export const Route = createRootRoute({
  head: () => ({ meta: [{ title: "Stoep" }] }),
  component: Root,
});

function Root() {
  useFocusOnArrival();
  return (
    <>
      <HeadContent />
      <button
        type="button"
        onClick={() => document.getElementById("main")?.focus()}
        className="absolute -top-20 left-4 z-10 rounded-b-lg bg-clay px-4 py-3 font-semibold text-on-clay focus:top-0"
      >
        Skip to the content
      </button>
      <Outlet />
      <Toasts />
    </>
  );
}

/** After a change of page the focus is on the new page, so that keyboard and screen reader start there. */
function useFocusOnArrival() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged)
          document.getElementById("main")?.focus({ preventScroll: true });
      }),
    [router],
  );
}
