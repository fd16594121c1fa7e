import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { StaffHome } from "./StaffHome.tsx";

export const Route = createFileRoute("/staff/staffdashboard")({
  staticData: { title: "Staff dashboard" },
  loader: () => utils.staff.dashboard.overview.ensureData(),
  component: StaffHome,
});
