import { createFileRoute } from "@tanstack/react-router";
import { loadStaffHome, StaffHome } from "./StaffHome.tsx";

export const Route = createFileRoute("/staff/staffdashboard")({
  staticData: { title: "Staff dashboard" },
  loader: loadStaffHome,
  component: StaffHome,
});
