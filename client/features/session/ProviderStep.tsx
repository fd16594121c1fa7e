import { useSearch } from "@tanstack/react-router";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextAnchor, TextLink } from "../../ui/TextLink.tsx";
import SecondStep from "./SecondStep.tsx";
import { providerAddress, type Session } from "./session.ts";

const secondStep = () =>
  import("../../../server/features/session/schema.ts").then((schemas) => schemas.secondStep);

/** Asks people confirmed by a provider for the code of their second step, and nothing else. */
export function ProviderStep({ enter }: { enter: (session: Session) => void }) {
  const { to } = useSearch({ from: "/_public/login" });
  const send = api.public.session.secondStep.useMutation({ onSuccess: enter });
  return (
    <>
      <Form schema={secondStep} send={send}>
        <SecondStep proven="Your provider has confirmed who you are." refused={send.isError} />
        <Button type="submit" busy={send.isPending || send.isSuccess}>
          Login
        </Button>
      </Form>
      <div className="mt-3 flex flex-wrap justify-between gap-x-6">
        <TextAnchor href={providerAddress(to)}>Start again with your provider</TextAnchor>
        <TextLink to="/login" search={{ to }}>
          Log in with your password
        </TextLink>
      </div>
    </>
  );
}
