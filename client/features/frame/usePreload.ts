import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { loadContacts } from "../building/ContactsButton.tsx";
import { loadMenu } from "./MenuButton.tsx";

/** How long the browser may be busy before the files are fetched anyway, in ms. */
const longestMs = 5_000;

const untilIdle = () =>
  new Promise<void>((resolve) => {
    // Safari has no idle callback.
    if (!window.requestIdleCallback) setTimeout(resolve, 1_000);
    else requestIdleCallback(() => resolve(), { timeout: longestMs });
  });

/** Chrome's word on whether the person saves data; other browsers do not say. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fetches the files of an area's other screens, one after the other, once its dashboard has nothing
 * left to do. They then open at once, and also when the network is gone for a moment.
 * @param path the address of the page
 */
export function usePreload(path: string) {
  const router = useRouter();
  const [, area, page] = path.split("/");
  const rests = page?.endsWith("dashboard") === true;
  useEffect(() => {
    if (!rests || savesData()) return;
    let isOver = false;
    const screens = Object.entries(router.routesByPath).flatMap(([address, route]) =>
      address.startsWith(`/${area}/`) ? [route] : [],
    );
    const fetchAll = async () => {
      for (const screen of screens) {
        await untilIdle();
        if (isOver) return;
        await router.loadRouteChunk(screen);
      }
      await Promise.all([loadContacts(), loadMenu()]);
    };
    // Without a network, each is fetched when somebody goes there.
    void fetchAll().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [router, area, rests]);
}
