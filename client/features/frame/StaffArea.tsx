import { createFileRoute } from "@tanstack/react-router";
import { CircleUserRound, LayoutDashboard, Wrench } from "lucide-react";
import { guard } from "./guard.ts";
import type { NavItem } from "./navigation.tsx";
import { RoleFrame } from "./RoleFrame.tsx";

export const Route = createFileRoute("/staff")({
  beforeLoad: ({ location }) => guard("staff", location),
  component: () => <RoleFrame heading={([area]) => `${area} dashboard`} navItems={navItems} />,
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
