import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { StaffHome } from "./StaffHome.tsx";

export const Route = createFileRoute("/staff/staffdashboard")({
  head: () => ({ meta: [{ title: "Staff dashboard · Stoep" }] }),
  loader: () => utils.staff.dashboard.overview.ensureData(),
  component: StaffHome,
});
