import { createFileRoute } from "@tanstack/react-router";
import { SignUpForm } from "./SignUpForm.tsx";

export const Route = createFileRoute("/admin/admins/signupform")({
  head: () => ({ meta: [{ title: "Sign up an admin · Stoep" }] }),
  component: SignUpAdmin,
});

function SignUpAdmin() {
  return <SignUpForm as="Admin" title="Sign up an admin" />;
}
