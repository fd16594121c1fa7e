import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { FocusedSection } from "../../ui/FocusedSection.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormCard } from "../../ui/ShortPage.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { UsernameField, WhomToAsk } from "./loginParts.tsx";

const forgotten = async () =>
  (await import("../../../server/features/account/session/schema.ts")).forgotten;

export const Route = createFileRoute("/_public/forgot-password")({
  staticData: { title: "Forgot your password" },
  loader: () => utils.public.session.ways.ensureData(),
  component: ForgotPassword,
});

function ForgotPassword() {
  const { mail } = Route.useLoaderData();
  return (
    <FormCard withBuilding title="Forgot your password?">
      {mail ? (
        <ByMail />
      ) : (
        <p>
          Ask an admin of your building. They can give you a link or a code to scan, and with that
          you choose a new password yourself.
        </p>
      )}
      <WhomToAsk />
      <TextLink to="/login" className="mt-4">
        Back to Login
      </TextLink>
    </FormCard>
  );
}

function ByMail() {
  const send = api.public.session.forgot.useMutation();
  if (send.data)
    return (
      <FocusedSection label="What happens now">
        <p role="status">{send.data.message}</p>
      </FocusedSection>
    );
  return (
    <Form schema={forgotten} send={send}>
      <p>We will mail you a link to choose a new one. It works for 7 days.</p>
      <UsernameField />
      <Submit>Send me a link</Submit>
    </Form>
  );
}
