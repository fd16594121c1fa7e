import { useMutation } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormCard } from "../../ui/ShortPage.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { lookAtLink } from "./session.ts";

const linkToken = async () =>
  (await import("../../../server/features/account/schema.ts")).linkToken;

export const Route = createFileRoute("/_public/join")({
  staticData: { title: "Join with a code" },
  component: Join,
});

function Join() {
  const navigate = Route.useNavigate();
  const send = useMutation({
    mutationFn: ({ token }: { token: string }) => lookAtLink(token),
    onSuccess: (_, { token }) => void navigate({ to: "/link", hash: token }),
  });
  return (
    <FormCard withBuilding title="Join with a code">
      <Form schema={linkToken} send={send}>
        <p>
          Your sheet of paper has a code next to your name. Type it here, and then choose a
          password.
        </p>
        <Field
          label="Code"
          name="token"
          hint="12 letters and digits, such as K7QM-4XPD-9RTW. Small letters are fine."
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          // Not stored in drafts.
          data-secret
        />
        <Submit busy={send.isSuccess}>Continue</Submit>
      </Form>
      <TextLink to="/login" className="mt-4">
        Back to Login
      </TextLink>
    </FormCard>
  );
}
