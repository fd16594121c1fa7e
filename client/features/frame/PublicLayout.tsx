import { createFileRoute, Link, Outlet, useLocation } from "@tanstack/react-router";
import { api } from "../../trpc.ts";
import { HomeLink } from "../../ui/Logo.tsx";
import { TextAnchor } from "../../ui/TextLink.tsx";
import { Warning } from "../../ui/Warning.tsx";
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

/** Says where to go on a page over plain HTTP if browsers keep the building's sign-ins only over HTTPS. */
function SecureAddress() {
  const { isSecureContext } = window;
  const { data } = api.public.session.ways.useQuery(undefined, { enabled: !isSecureContext });
  // What this address did not keep, that one will.
  const href = useLocation({ select: ({ href }) => href.replace("?problem=not_kept", "") });
  if (isSecureContext || !data?.secureAddress) return null;
  return (
    <div className="mx-auto w-full max-w-2xl px-4">
      <Warning>
        A login would not last at this address. Open{" "}
        <TextAnchor href={new URL(href, data.secureAddress).href} className="-my-2.5">
          {data.secureAddress}
        </TextAnchor>{" "}
        instead.
      </Warning>
    </div>
  );
}
