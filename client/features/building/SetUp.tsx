import { createFileRoute, useLocation, useRouter } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { showBranding } from "../../ui/branding.ts";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormCard } from "../../ui/ShortPage.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { NewPassword } from "../account/NewPassword.tsx";
import { beginSession } from "../account/session.ts";

const firstAdmin = async () =>
  (await import("../../../server/features/building/setup/schema.ts")).firstAdmin;

// The token is in the fragment, after `#`, so it reaches no server log.
export const Route = createFileRoute("/_public/set-up")({
  staticData: { title: "Set up your building" },
  loader: () => utils.public.setup.state.fetch(),
  component: SetUp,
});

function SetUp() {
  const { needed } = Route.useLoaderData();
  const token = useLocation({ select: ({ hash }) => hash });
  if (!needed) return <AlreadySetUp />;
  if (!token) return <NoToken />;
  return <FirstAdmin token={token} />;
}

function FirstAdmin({ token }: { token: string }) {
  const router = useRouter();
  const send = api.public.setup.create.useMutation({
    onSuccess: async (session, { building }) => {
      showBranding({ name: building });
      router.history.replace(await beginSession(session));
    },
  });
  return (
    <FormCard title="Set up your building">
      <Form schema={firstAdmin} send={send} also={{ token }}>
        <p>
          Name the building and make yourself its first admin. You can invite the others afterwards.
        </p>
        <Field
          label="Building"
          name="building"
          hint="The name that people here use"
          autoComplete="organization"
        />
        <Field label="Name" name="name" autoComplete="given-name" />
        <Field label="Surname" name="surname" autoComplete="family-name" />
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field label="Email" name="email" type="email" autoComplete="email" />
        <Field label="Cellphone" name="cellPhone" type="tel" autoComplete="tel" />
        <Field label="ID/Passport number" name="idNumber" />
        <NewPassword />
        <Submit busy={send.isSuccess}>Create the building</Submit>
      </Form>
    </FormCard>
  );
}

const AlreadySetUp = () => (
  <FormCard title="Stoep is already set up">
    <p>The set-up link works only once, and somebody has already used it. Log in instead.</p>
    <TextLink to="/login" className="mt-4">
      Login
    </TextLink>
  </FormCard>
);

const NoToken = () => (
  <FormCard title="Open the whole set-up link">
    <p>
      When Stoep was started, it gave a long link and a picture of it to scan. Open that whole link
      on this device. If you start Stoep again, it gives you a new one.
    </p>
  </FormCard>
);
