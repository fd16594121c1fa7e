import { createFileRoute } from "@tanstack/react-router";
import { CircleUserRound, DoorOpen, LayoutDashboard, ScrollText, Wrench } from "lucide-react";
import { guard } from "./guard.ts";
import type { NavItem } from "./navigation.tsx";
import { RoleFrame } from "./RoleFrame.tsx";

export const Route = createFileRoute("/resident")({
  beforeLoad: ({ location }) => guard("resident", location),
  component: () => <RoleFrame navItems={navItems} />,
});

const navItems: readonly NavItem[] = [
  { to: "/resident/dashboard", label: "Dashboard", icon: LayoutDashboard },
  { to: "/resident/issues", label: "Issues", icon: Wrench },
  {
    to: "/resident/reports/maintenance",
    within: "/resident/reports",
    label: "Reports",
    icon: ScrollText,
  },
  { to: "/resident/vistors", label: "Visitations", icon: DoorOpen },
  { to: "/resident/profile", label: "Profile", icon: CircleUserRound },
];
