import { createFileRoute } from "@tanstack/react-router";
import { SignUpForm } from "./SignUpForm.tsx";

export const Route = createFileRoute("/admin/staff/staffsignupform")({
  head: () => ({ meta: [{ title: "Sign up staff · Stoep" }] }),
  component: SignUpStaff,
});

function SignUpStaff() {
  return <SignUpForm as="Staff" title="Sign up staff" />;
}
