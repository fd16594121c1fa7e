import { createFileRoute, useRouter } from "@tanstack/react-router";
import { api } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormCard } from "../../ui/ShortPage.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { homeOf, safeRedirect, signedIn, takeSession } from "./session.ts";

const passwordChange = async () =>
  (await import("../../../server/features/account/session/schema.ts")).passwordChange;

export const Route = createFileRoute("/_public/change-password")({
  validateSearch: safeRedirect,
  staticData: { title: "Change your password" },
  loader: ({ location }) => signedIn(location),
  component: ChangePassword,
});

function ChangePassword() {
  const router = useRouter();
  const { to } = Route.useSearch();
  const { mustChangePassword: first } = Route.useLoaderData();
  const send = api.member.session.changePassword.useMutation({
    onSuccess: (session) => {
      takeSession(session);
      router.history.replace(to ?? homeOf(session));
    },
  });

  return (
    <FormCard title={first ? "Choose your own password" : "Change your password"}>
      <Form schema={passwordChange} send={send}>
        {first && <p>Somebody else typed your first password. Choose one that only you know.</p>}
        <Field
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
        />
        <NewPassword />
        <Submit busy={send.isSuccess}>Change password</Submit>
      </Form>
    </FormCard>
  );
}
