import { useLocation, useRouter } from "@tanstack/react-router";
import { api } from "../../trpc.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Section } from "../../ui/Section.tsx";
import { Devices } from "./Devices.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { SecondStepSettings } from "./SecondStepSettings.tsx";
import { takeSession, useSession } from "./session.ts";
import { Tokens } from "./Tokens.tsx";

/** The end of a person's own profile: the password, the other devices, and tokens for programs. */
export function SignIns() {
  const router = useRouter();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const isAdmin = useSession()?.userRole === "admin";
  const send = api.member.session.signOutEverywhere.useMutation({
    onSuccess: async () => {
      await router.navigate({ to: "/" });
      takeSession(null);
    },
  });
  return (
    <>
      <Section title="Signing in" className="mt-10 print:hidden">
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink kind="quiet" to="/change-password" search={{ to: here }}>
            Change password
          </ButtonLink>
          <ConfirmDialog
            trigger={<Button kind="quiet">Sign out everywhere</Button>}
            title="Sign out everywhere?"
            action="Sign out"
            onConfirm={() => send.mutateAsync()}
          >
            You have to log in again on this device and on every other one. Your tokens for programs
            stop working.
          </ConfirmDialog>
        </div>
      </Section>
      <SecondStepSettings />
      <Passkeys />
      <Devices />
      <Tokens always={isAdmin} />
      <Missing />
    </>
  );
}

/** What could not be loaded above, in one message. */
function Missing() {
  const failed = [
    api.member.factors.own.useQuery(),
    api.member.session.devices.useQuery(),
    api.member.session.tokens.useQuery(),
  ].filter(({ data, error }) => error && !data);
  if (!failed[0]) return null;
  return (
    <div className="print:hidden *:mx-0 *:px-0 *:pt-10 *:pb-0">
      <ErrorState
        title="Your ways of signing in could not be loaded"
        error={failed[0].error}
        retry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    </div>
  );
}
