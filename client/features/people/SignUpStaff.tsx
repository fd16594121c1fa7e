import { createFileRoute } from "@tanstack/react-router";
import { SignUpForm } from "./SignUpForm.tsx";

export const Route = createFileRoute("/admin/staff/staffsignupform")({
  staticData: { title: "Sign up staff" },
  component: SignUpStaff,
});

function SignUpStaff() {
  return <SignUpForm as="Staff" title="Sign up staff" list="/admin/staff" />;
}
