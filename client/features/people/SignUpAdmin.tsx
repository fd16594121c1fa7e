import { createFileRoute } from "@tanstack/react-router";
import { SignUpForm } from "./SignUpForm.tsx";

export const Route = createFileRoute("/admin/admins/signupform")({
  staticData: { title: "Sign up an admin" },
  component: () => <SignUpForm as="Admin" title="Sign up an admin" list="/admin/admins" />,
});
