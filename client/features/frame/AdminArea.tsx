import { createFileRoute } from "@tanstack/react-router";
import {
  BriefcaseBusiness,
  Building2,
  CircleUserRound,
  DatabaseBackup,
  DoorClosed,
  DoorOpen,
  Fingerprint,
  History,
  LayoutDashboard,
  ReceiptText,
  ShieldCheck,
  UsersRound,
  Wrench,
} from "lucide-react";
import { useSession } from "../session/session.ts";
import { guard } from "./guard.ts";
import { Menu } from "./Menu.tsx";
import { type NavItem, SideLink } from "./navigation.tsx";
import { RoleFrame } from "./RoleFrame.tsx";

export const Route = createFileRoute("/admin")({
  beforeLoad: ({ location }) => guard("admin", location),
  component: AdminArea,
});

const navItems: readonly NavItem[] = [
  { to: "/admin/dashboard", label: "Dashboard", icon: LayoutDashboard, inBar: true },
  { to: "/admin/staff", label: "Staff", icon: BriefcaseBusiness },
  { to: "/admin/residents", label: "Residents", icon: UsersRound, inBar: true },
  { to: "/admin/admins", label: "Admins", icon: ShieldCheck },
  { to: "/admin/units", label: "Units", icon: DoorClosed },
  { to: "/admin/maintenance", label: "Maintenance", icon: Wrench, inBar: true },
  { to: "/admin/fines", label: "Fines", icon: ReceiptText, inBar: true },
  { to: "/admin/visitors", label: "Visitors", icon: DoorOpen },
  { to: "/admin/building", label: "Building", icon: Building2 },
  { to: "/admin/backups", label: "Backups", icon: DatabaseBackup },
  { to: "/admin/privacy", label: "Privacy", icon: Fingerprint },
  { to: "/admin/audit", label: "Audit trail", icon: History },
];

function AdminArea() {
  const session = useSession();
  const profile: NavItem = {
    to: "/admin/profile",
    label: session?.user ?? "Profile",
    icon: CircleUserRound,
  };
  return (
    <RoleFrame
      heading={(segments) => segments.slice(0, 2).join(" / ")}
      navItems={navItems}
      foot={<SideLink {...profile} />}
      menu={<Menu navItems={[...navItems, profile]} />}
    />
  );
}
