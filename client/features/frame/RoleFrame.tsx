import { Link, Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useEffect, useRef } from "react";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { takeSession, useSession } from "../session/session.ts";

/** The frame around every page of an area. `heading` makes its header of the address's segments. */
export function RoleFrame({ heading }: { heading: (segments: string[]) => string }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useGuardAgain();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-3">
          <Link to="/" aria-label="Stoep, to the welcome page" className="rounded-lg py-1">
            <Logo />
          </Link>
          <p className="order-last basis-full text-sm font-semibold tracking-widest text-soft sm:order-none sm:basis-auto">
            {heading(path.split("/").filter(Boolean)).toUpperCase()}
          </p>
          <SignOut />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-8">
        <Outlet />
      </main>
    </div>
  );
}

function SignOut() {
  const router = useRouter();
  const send = api.public.session.signOut.useMutation({
    onSuccess: async () => {
      await router.navigate({ to: "/" });
      takeSession(null);
    },
  });
  return (
    <Button kind="quiet" busy={send.isPending} onClick={() => send.mutate()}>
      <LogOut aria-hidden="true" className="size-5" />
      Sign Out
    </Button>
  );
}

/** Asks the guard again when the session ends or changes while a page of the area is open. */
function useGuardAgain() {
  const router = useRouter();
  const session = useSession();
  const who = session && `${session.profileId} ${session.userRole}`;
  const before = useRef(who);
  useEffect(() => {
    if (who === before.current) return;
    before.current = who;
    void router.invalidate();
  }, [who, router]);
}
