import { createFileRoute, redirect } from "@tanstack/react-router";
import { CircleUserRound, DoorOpen, LayoutDashboard, Wrench } from "lucide-react";
import { homeOf, signedIn, useSession } from "../account/session.ts";
import { guard } from "./guard.ts";
import type { NavItem } from "./navigation.tsx";
import { RoleFrame } from "./RoleFrame.tsx";

export const Route = createFileRoute("/staff")({
  beforeLoad: async ({ location }) => {
    await guard("staff", location);
    const session = await signedIn(location);
    // Staff of other trades have another first screen.
    if (/^\/staff\/gate(\/|$)/.test(location.pathname) && !session.atGate)
      throw redirect({ href: homeOf(session) });
  },
  component: StaffArea,
});

const navItems: readonly NavItem[] = [
  {
    to: "/staff/staffdashboard",
    within: "/staff/dashboard",
    label: "Dashboard",
    icon: LayoutDashboard,
    inBar: true,
  },
  {
    to: "/staff/allmaintenanceissues",
    label: "All Maintenance Issues",
    icon: Wrench,
    inBar: true,
  },
  { to: "/staff/staffprofile", label: "Profile", icon: CircleUserRound, inBar: true },
];

const gate = { to: "/staff/gate", label: "Gate", icon: DoorOpen, inBar: true } as const;
const withGate: readonly NavItem[] = [gate, ...navItems];

function StaffArea() {
  const atGate = useSession()?.atGate;
  return (
    <RoleFrame heading={([area]) => `${area} dashboard`} navItems={atGate ? withGate : navItems} />
  );
}
