import { createFileRoute } from "@tanstack/react-router";
import * as icons from "lucide-react";
import { useSession } from "../account/session.ts";
import { SearchTool } from "../search/SearchTool.tsx";
import { guard } from "./guard.ts";
import type { NavItem } from "./navigation.tsx";
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
  { to: "/admin/people", label: "People", icon: icons.ContactRound, group: people },
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
  const session = useSession();
  const profile: NavItem = {
    to: "/admin/profile",
    label: session?.user ?? "Profile",
    icon: icons.CircleUserRound,
  };
  return <RoleFrame navItems={navItems} tools={<SearchTool />} foot={profile} />;
}
