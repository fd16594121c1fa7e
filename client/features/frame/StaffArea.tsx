import { createFileRoute } from "@tanstack/react-router";
import { guard } from "../session/session.ts";
import { RoleFrame } from "./RoleFrame.tsx";

export const Route = createFileRoute("/staff")({
  beforeLoad: ({ location }) => guard("staff", location),
  component: StaffArea,
});

function StaffArea() {
  return <RoleFrame heading={([area]) => `${area} dashboard`} />;
}
