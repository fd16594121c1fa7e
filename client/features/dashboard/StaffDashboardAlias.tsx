import { createFileRoute } from "@tanstack/react-router";
import { dashboard } from "./prefetch.ts";
import { StaffHome } from "./StaffHome.tsx";

export const Route = createFileRoute("/staff/staffdashboard")({
  staticData: { title: "Staff dashboard" },
  loader: dashboard,
  component: StaffHome,
});
