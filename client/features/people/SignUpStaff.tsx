import { createFileRoute } from "@tanstack/react-router";
import { SignUpForm } from "./SignUpForm.tsx";

export const Route = createFileRoute("/admin/staff/staffsignupform")({
  staticData: { title: "Sign up staff" },
  component: () => <SignUpForm as="Staff" title="Sign up staff" list="/admin/staff" />,
});
