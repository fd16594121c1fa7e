import { createFileRoute } from "@tanstack/react-router";
import { SignUpForm } from "./SignUpForm.tsx";

export const Route = createFileRoute("/admin/residents/signupform")({
  head: () => ({ meta: [{ title: "Sign up a resident · Stoep" }] }),
  component: SignUpResident,
});

function SignUpResident() {
  return <SignUpForm as="Resident" title="Sign up a resident" />;
}
