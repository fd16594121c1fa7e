import { BellRing } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { type Answers, api, reasonOf, showToast, utils, wordsOf } from "../../../trpc.ts";
import { Button, QuietButton } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { ring } from "./ring.ts";

type Request = Answers["member"]["entryRequests"]["mine"][number];

/** Rings while the gate asks about visitors for the unit of whoever is signed in. */
const AtTheGate = ({ requests }: { requests: readonly Request[] }): ReactNode => (
  // It takes no focus: a key that somebody is pressing must not let anybody in.
  <div
    role="alert"
    className="fixed inset-x-4 top-4 z-30 mx-auto grid max-h-[92dvh] max-w-md gap-3 overflow-y-auto print:hidden"
  >
    {requests.map((request) => (
      <Asked key={request.id} request={request} />
    ))}
  </div>
);

export default AtTheGate;

function Asked({ request }: { request: Request }) {
  const { id: entryRequestId, unit, visitorName, plate } = request;
  const [isQuiet, setQuiet] = useState(false);
  const send = api.member.entryRequests.answer.useMutation({
    // A request that is over goes away, and with it the place for what was refused.
    onError: (error) => {
      if (reasonOf(error)?.code.startsWith("entry.")) void showToast("error", wordsOf(error));
    },
    onSettled: () => utils.member.entryRequests.invalidate(),
  });
  useEffect(() => (isQuiet ? undefined : ring()), [isQuiet]);
  const answer = (admits: boolean) => {
    setQuiet(true);
    send.mutate({ entryRequestId, admits });
  };
  return (
    <section
      aria-label="At the gate"
      className="rounded-2xl border-2 border-notice bg-surface p-5 shadow-xl"
    >
      <p className="flex items-center gap-2 text-xl font-semibold">
        <BellRing className="size-6 shrink-0 text-notice" />
        At the gate, for {unit}
      </p>
      <p className="mt-2 text-lg break-words">
        {visitorName || "A visitor who gave no name"}
        {plate && `, ${plate}`}. May they come in?
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button busy={send.isPending} onClick={() => answer(true)}>
          Let in
        </Button>
        <QuietButton busy={send.isPending} onClick={() => answer(false)}>
          Refuse
        </QuietButton>
        {!isQuiet && (
          <Button kind="plain" onClick={() => setQuiet(true)}>
            Stop ringing
          </Button>
        )}
      </div>
      <Failure error={send.error} className="mt-2" />
    </section>
  );
}
