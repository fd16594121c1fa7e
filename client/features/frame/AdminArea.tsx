import { Dialog } from "@base-ui/react/dialog";
import { createFileRoute, useLocation } from "@tanstack/react-router";
import * as icons from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { usePaidOffers } from "../fines/usePaidOffers.ts";
import { SearchTool } from "../search/SearchTool.tsx";
import { useSession } from "../session/session.ts";
import { guard } from "./guard.ts";
import { barLink, type NavItem, SideLink, SideLinks, useHere } from "./navigation.tsx";
import { RoleFrame } from "./RoleFrame.tsx";

export const Route = createFileRoute("/admin")({
  beforeLoad: ({ location }) => guard("admin", location),
  component: AdminArea,
});

const today = "Today";
const people = "People and units";
const settings = "Settings";

const navItems: readonly NavItem[] = [
  {
    to: "/admin/dashboard",
    label: "Dashboard",
    icon: icons.LayoutDashboard,
    group: today,
    inBar: true,
  },
  {
    to: "/admin/maintenance",
    label: "Maintenance",
    icon: icons.Wrench,
    group: today,
    inBar: true,
  },
  { to: "/admin/fines", label: "Fines", icon: icons.ReceiptText, group: today, inBar: true },
  { to: "/admin/visitors", label: "Visitors", icon: icons.DoorOpen, group: today },
  {
    to: "/admin/residents",
    label: "Residents",
    icon: icons.UsersRound,
    group: people,
    inBar: true,
  },
  { to: "/admin/units", label: "Units", icon: icons.DoorClosed, group: people },
  { to: "/admin/changes", label: "Changes", icon: icons.ArrowLeftRight, group: people },
  { to: "/admin/trustees", label: "Trustees", icon: icons.Scale, group: people },
  { to: "/admin/staff", label: "Staff", icon: icons.BriefcaseBusiness, group: people },
  { to: "/admin/admins", label: "Admins", icon: icons.ShieldCheck, group: people },
  { to: "/admin/building", label: "Building", icon: icons.Building2, group: settings },
  { to: "/admin/backups", label: "Backups", icon: icons.DatabaseBackup, group: settings },
  { to: "/admin/privacy", label: "Privacy", icon: icons.Fingerprint, group: settings },
  { to: "/admin/audit", label: "Audit trail", icon: icons.History, group: settings },
];

function AdminArea() {
  usePaidOffers();
  const session = useSession();
  const profile: NavItem = {
    to: "/admin/profile",
    label: session?.user ?? "Profile",
    icon: icons.CircleUserRound,
  };
  return (
    <RoleFrame
      navItems={navItems}
      tools={<SearchTool />}
      foot={<SideLink {...profile} />}
      menu={<Menu navItems={[...navItems, profile]} />}
    />
  );
}

/** The last item of a bottom bar without room for all links: it opens a drawer with all of them. */
function Menu({ navItems }: { navItems: readonly NavItem[] }) {
  const [open, setOpen] = useState(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes it
  useEffect(() => setOpen(false), [path]);
  // The menu counts as the current place where the bar has no link for the page.
  const here = useHere(...navItems.flatMap(({ to, inBar }) => (inBar ? [] : [to])));
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={barLink} {...here}>
        <icons.MenuIcon aria-hidden="true" className="size-6 shrink-0" />
        Menu
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-shade" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-20 flex w-72 max-w-[85vw] flex-col overflow-y-auto bg-surface p-4 shadow-xl">
          <div className="mb-3 flex items-center justify-between pl-3">
            <Dialog.Title className="text-xl">Menu</Dialog.Title>
            <Dialog.Close
              render={
                <Button kind="plain" aria-label="Close the menu">
                  <icons.X aria-hidden="true" className="size-6" />
                </Button>
              }
            />
          </div>
          <nav aria-label="All pages" className="grid gap-1">
            <SideLinks navItems={navItems} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
