import { wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import type { Visit } from "./columns.tsx";

interface Props {
  visit: Pick<Visit, "visitorName" | "visitorSurname">;
  send: { isPending: boolean; error: unknown };
  signOut: () => void;
}

/** The Action cell of a visitor. Errors are shown under the button. */
export const SignOut = ({ visit: { visitorName, visitorSurname }, send, signOut }: Props) => (
  <>
    <Button kind="quiet" small busy={send.isPending} onClick={() => !send.isPending && signOut()}>
      Sign Out
      <span className="sr-only">
        {" "}
        {visitorName} {visitorSurname}
      </span>
    </Button>
    {Boolean(send.error) && (
      <p role="alert" className="mt-1 text-sm text-danger">
        {wordsOf(send.error)}
      </p>
    )}
  </>
);
