import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { homeOf, type Session, signedIn, type UserRole } from "../account/session.ts";
import { askAhead } from "../dashboard/prefetch.ts";

/** The page for what the person must do before the server answers anything else. */
function owedBy({ mustChangePassword, lacksSecondStep }: Session) {
  if (mustChangePassword) return "/change-password";
  return lacksSecondStep && "/second-step";
}

/** For `beforeLoad` of an area: lets its role in and redirects everybody else. */
export async function guard(role: UserRole, location: ParsedLocation) {
  const { href, pathname } = location;
  const here = signedIn(location);
  const known = utils.public.session.current.getData();
  const mayBeOurs = known === undefined || (known?.userRole === role && !owedBy(known));
  if (mayBeOurs && /\/(staff)?dashboard\/?$/.test(pathname)) askAhead(role);
  const session = await here;
  const first = owedBy(session);
  if (first) throw redirect({ to: first, search: { to: href } });
  const nowhere = pathname.replace(/\/$/, "") === `/${role}`;
  if (session.userRole !== role || nowhere) throw redirect({ href: homeOf(session) });
}
