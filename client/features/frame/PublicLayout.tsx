import { createFileRoute, Link, Outlet } from "@tanstack/react-router";
import { HomeLink } from "../../ui/Logo.tsx";
import { SecureAddress } from "../account/SecureAddress.tsx";
import { homeOf, useSession } from "../account/session.ts";

export const Route = createFileRoute("/_public")({ component: PublicLayout });

const navLink =
  "inline-flex min-h-11 items-center rounded-lg px-1.5 text-sm font-semibold hover:text-clay sm:px-4 sm:text-base aria-[current=page]:text-clay";

function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-2 px-4 py-3 max-xs:flex-wrap">
        <HomeLink />
        <nav
          aria-label="Main"
          className="-mr-1.5 flex min-w-0 max-w-full items-center max-xs:-ml-1.5 max-xs:flex-wrap sm:-mr-4"
        >
          <Link to="/about" className={`${navLink} shrink-0`}>
            About Us
          </Link>
          <Who />
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <SecureAddress />
        <Outlet />
      </main>
    </div>
  );
}

/** Login, or the name of the person signed in; empty until the session is known. */
function Who() {
  const session = useSession();
  if (session === undefined) return null;
  return session ? (
    <Link to={homeOf(session)} title={session.user} className={`${navLink} min-w-0 text-clay`}>
      <span className="truncate">{session.user}</span>
    </Link>
  ) : (
    <Link to="/login" className={`${navLink} shrink-0`}>
      Login
    </Link>
  );
}
