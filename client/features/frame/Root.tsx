import { createRootRoute, Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { keepFocus } from "../../ui/keepFocus.ts";
import { askWith, currentPrompt, subscribe } from "../account/reauthentication.ts";

export const Route = createRootRoute({
  component: Root,
});

askWith(() => import("../account/PasswordAgain.tsx").then((file) => file.PasswordAgain));

function Root() {
  useFocusOnArrival();
  useEffect(() => keepFocus(document.getElementById("root") ?? document.body), []);
  const passwordPrompt = useSyncExternalStore(subscribe, currentPrompt);
  return (
    <>
      <Title />
      <button
        type="button"
        onClick={() => document.getElementById("main")?.focus()}
        className="absolute -top-20 left-4 z-10 rounded-b-lg bg-clay px-4 py-3 font-semibold text-on-clay focus:top-0"
      >
        Skip to the content
      </button>
      <Outlet />
      {passwordPrompt && <passwordPrompt.Dialog answer={passwordPrompt.answer} />}
    </>
  );
}

/** The innermost page's title; the router's own HeadContent is ten times this size. */
function Title() {
  const title = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  });
  useEffect(() => {
    document.title = title ? `${title} · Stoep` : "Stoep";
  }, [title]);
  return null;
}

/** Moves the focus to a new page, so that keyboard and screen reader start there. */
function useFocusOnArrival() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        const main = document.getElementById("main");
        // The search has its field ready to type in.
        const isTaken =
          main?.contains(document.activeElement) && document.activeElement?.matches("input");
        if (fromLocation && pathChanged && !isTaken) main?.focus({ preventScroll: true });
      }),
    [router],
  );
}
