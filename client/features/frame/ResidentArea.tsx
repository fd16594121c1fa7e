import { createFileRoute } from "@tanstack/react-router";
import {
  ArrowLeftRight,
  CircleUserRound,
  DoorOpen,
  IdCard,
  LayoutDashboard,
  ScrollText,
  Wrench,
} from "lucide-react";
import { useSession } from "../account/session.ts";
import { guard } from "./guard.ts";
import type { NavItem } from "./navigation.tsx";
import { RoleFrame } from "./RoleFrame.tsx";

export const Route = createFileRoute("/resident")({
  beforeLoad: ({ location }) => guard("resident", location),
  component: ResidentArea,
});

const visitations = {
  to: "/resident/vistors",
  label: "Visitations",
  icon: DoorOpen,
  inBar: true,
} as const;
const changes = { to: "/resident/changes", label: "Changes", icon: ArrowLeftRight } as const;

const before: readonly NavItem[] = [
  { to: "/resident/dashboard", label: "Dashboard", icon: LayoutDashboard, inBar: true },
  { to: "/resident/issues", label: "Issues", icon: Wrench, inBar: true },
  {
    to: "/resident/reports/maintenance",
    within: "/resident/reports",
    label: "Reports",
    icon: ScrollText,
    inBar: true,
  },
];
const after: readonly NavItem[] = [
  { to: "/resident/profile", label: "Profile", icon: CircleUserRound },
  { to: "/resident/about-me", label: "About me", icon: IdCard },
];

const withVisitors = [...before, visitations, changes, ...after];
const withoutVisitors = [...before, { ...changes, inBar: true }, ...after];

/** Residents who live elsewhere, and do not move in later, have no visitors here. */
function ResidentArea() {
  const session = useSession();
  return <RoleFrame navItems={session?.livesElsewhere ? withoutVisitors : withVisitors} />;
}
