import { createFileRoute } from "@tanstack/react-router";
import { SignUpForm } from "./SignUpForm.tsx";

export const Route = createFileRoute("/admin/residents/signupform")({
  staticData: { title: "Sign up a resident" },
  component: () => <SignUpForm as="Resident" title="Sign up a resident" list="/admin/residents" />,
});
