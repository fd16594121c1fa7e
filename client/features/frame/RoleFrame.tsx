import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { api, loadToasts } from "../../trpc.ts";
import { BuildingBranding } from "../../ui/BuildingBranding.tsx";
import { HomeLink } from "../../ui/Logo.tsx";
import { useSession } from "../account/session.ts";
import { ContactsButton, loadContacts } from "../building/ContactsButton.tsx";
import { loadNews, NewsButton } from "../live/NewsButton.tsx";
import { leftOf } from "../visitors/visitTimes.ts";
import { loadMenu, MenuButton } from "./MenuButton.tsx";
import { BarLink, type NavItem, SideLink, SideLinks } from "./navigation.tsx";
import { SignOut } from "./SignOut.tsx";

/** Notes on the connection, and who is at the gate. If one cannot be loaded, the page works without it. */
const without = () => ({ default: () => null });
const LastSeen = lazy(() => import("../../offline/LastSeen.tsx").catch(without));
const LiveUpdates = lazy(() => import("../live/LiveUpdates.tsx").catch(without));
const AtTheGate = lazy(() => import("../visitors/entryRequests/AtTheGate.tsx").catch(without));

interface Props {
  heading?: (segments: string[]) => string;
  navItems: readonly NavItem[];
  tools?: ReactNode;
  /** The last link, at the bottom of the sidebar above Sign Out: whose area it is. */
  foot?: NavItem;
}

const firstTwo = (segments: string[]) => segments.slice(0, 2).join(" / ");

/** A sidebar on wide screens, a bar at the bottom of phones, a menu where text is very large. */
export function RoleFrame({ heading = firstTwo, navItems, tools, foot }: Props) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useGuardAgain();
  usePreload(path);
  useEffect(() => {
    void loadToasts();
  }, []);
  const title = heading(path.split("/").filter(Boolean)).toUpperCase();
  const all = foot ? [...navItems, foot] : navItems;
  const inBar = navItems.filter((item) => item.inBar);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.25rem_1fr] print:block">
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-surface px-3 py-3 lg:flex print:hidden">
        <HomeLink />
        <BuildingBranding look="size-7 rounded-lg" className="min-h-7 shrink-0 px-1 text-sm" />
        <nav aria-label="Main" className="mt-2 overflow-y-auto">
          <SideLinks navItems={navItems} />
        </nav>
        <div className="mt-auto grid border-t border-line pt-2">
          {foot && <SideLink {...foot} />}
          <SignOut />
        </div>
      </aside>
      <div className="flex xs:min-h-dvh min-w-0 flex-col xs:pb-20 lg:pb-0 print:pb-0">
        <header className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line bg-surface px-4 py-2 lg:min-h-16 lg:border-0 lg:bg-transparent lg:px-8 lg:pt-5 xl:px-10 print:hidden">
          <span className="lg:hidden">
            <HomeLink />
          </span>
          <div className="order-last flex min-w-0 basis-full flex-wrap items-center justify-between gap-x-4 sm:order-none sm:basis-auto sm:flex-nowrap">
            <BuildingBranding look="size-6 rounded-md" className="min-h-6 text-sm lg:hidden" />
            <p className="text-xs font-semibold tracking-widest text-soft sm:text-sm">{title}</p>
          </div>
          <span className="-mr-2 flex items-center sm:order-last">
            {tools}
            <NewsButton />
            <ContactsButton />
          </span>
          <nav aria-label="Main" className="xs:hidden">
            <MenuButton navItems={all} beside={[]} />
          </nav>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1440px] flex-1 px-4 pt-6 pb-8 xs:pb-28 lg:mx-0 lg:px-8 lg:pt-4 xl:px-10"
        >
          <Ringing />
          <Suspense>
            <LastSeen />
            <LiveUpdates />
          </Suspense>
          <Outlet />
        </main>
      </div>
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-10 hidden border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] xs:flex lg:hidden print:hidden"
      >
        {inBar.map((item) => (
          <BarLink key={item.to} {...item} />
        ))}
        <MenuButton navItems={all} beside={inBar} />
      </nav>
    </div>
  );
}

/** Asked with the rest of the page, because it is nearly always nothing. */
function Ringing() {
  const { data = [] } = api.member.entryRequests.mine.useQuery(undefined, {
    // It stops by itself when the gate does not wait any more.
    refetchInterval: ({ state: { data = [], dataUpdatedAt } }) =>
      data[0] ? leftOf(Math.min(...data.map((each) => each.changesInMs)), dataUpdatedAt) : false,
  });
  return (
    data.length > 0 && (
      <Suspense>
        <AtTheGate requests={data} />
      </Suspense>
    )
  );
}

/** Runs the guard again when the session ends or changes while a page of the area is open. */
function useGuardAgain() {
  const router = useRouter();
  const session = useSession();
  const who = session && JSON.stringify(session);
  const before = useRef(who);
  useEffect(() => {
    if (who === before.current) return;
    before.current = who;
    void router.invalidate();
  }, [who, router]);
}

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

/** Fetches an area's other screens once its first screen is idle, so that they open at once. */
function usePreload(path: string) {
  const router = useRouter();
  const [, area, page] = path.split("/");
  const rests = page?.endsWith("dashboard") === true || page === "gate";
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
      await Promise.all([loadContacts(), loadMenu(), loadNews()]);
    };
    // Without a network, each is fetched when somebody goes there.
    void fetchAll().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [router, area, rests]);
}
