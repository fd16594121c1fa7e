import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import type { Visit } from "./columns.tsx";

interface Props {
  visit: Pick<Visit, "visitorName" | "visitorSurname">;
  send: { isPending: boolean; error: unknown };
  signOut: () => void;
}

/** The Action cell of a visitor. Errors are shown under the button. */
export const SignOut = ({ visit: { visitorName, visitorSurname }, send, signOut }: Props) => (
  <>
    <Button
      kind="quiet"
      small
      which={`${visitorName} ${visitorSurname}`}
      busy={send.isPending}
      onClick={() => !send.isPending && signOut()}
    >
      Sign Out
    </Button>
    <Failure error={send.error} className="mt-1 text-sm" />
  </>
);
