import { BellRing, CircleCheck, CircleX, Phone } from "lucide-react";
import { useState } from "react";
import { type Answers, api, utils } from "../../../trpc.ts";
import { Button, QuietButton } from "../../../ui/Button.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { TelephoneLink } from "../../../ui/TelephoneLink.tsx";
import { GateResult } from "../gate/GateResult.tsx";

type Request = Answers["gate"]["entryRequests"]["open"][number];

const refresh = () => utils.gate.invalidate();

/** The requests of the gate to units, until the guard has seen the answer. */
export function EntryRequests() {
  const { data, error, refetch } = api.gate.entryRequests.open.useQuery(undefined, {
    // Without an event, a request changes at known times.
    refetchInterval: ({ state }) =>
      state.data?.[0] ? Math.min(...state.data.map(({ changesInMs }) => changesInMs)) : false,
  });
  return (
    <div aria-live="polite" className="mb-5 grid max-w-3xl gap-3 empty:hidden">
      {error && (
        <ErrorState
          error={error}
          retry={refetch}
          title="The questions to units could not be loaded"
        />
      )}
      {data?.map((request) => (
        <EntryRequest key={request.id} request={request} />
      ))}
    </div>
  );
}

function EntryRequest({ request }: { request: Request }) {
  const { unit, visitorName, answer } = request;
  if (answer) {
    const [icon, look, words] =
      answer === "admitted"
        ? [CircleCheck, "border-fynbos text-fynbos", `yes. ${visitorName || "The visitor"} is in.`]
        : [
            CircleX,
            "border-danger text-danger",
            `no. Do not let ${visitorName || "the visitor"} in.`,
          ];
    return (
      <GateResult icon={icon} look={look} tools={<Close request={request}>Done</Close>}>
        {unit} says {words}
      </GateResult>
    );
  }
  const about = visitorName && ` about ${visitorName}`;
  if (request.contacts.length === 0 && request.rings)
    return (
      <GateResult
        icon={BellRing}
        look="border-notice text-ink"
        tools={<Close request={request}>Stop asking</Close>}
      >
        Asking {unit}
        {about} …
      </GateResult>
    );
  return (
    <GateResult icon={Phone} look="border-notice text-ink" tools={<Phoning request={request} />}>
      {request.rings ? `No answer from ${unit}` : `Nobody in ${unit} uses Stoep`}
      {about}
    </GateResult>
  );
}

/** The numbers of those who live there, one by one. */
function Phoning({ request }: { request: Request }) {
  const { id: entryRequestId, contacts, unit } = request;
  const [tried, setTried] = useState(0);
  const send = api.gate.entryRequests.answer.useMutation({ onSettled: refresh });
  const contact = contacts[tried % contacts.length];
  if (!contact)
    return (
      <>
        <p>Stoep has no telephone number of anybody there. Phone the trustees.</p>
        <Close request={request}>Done</Close>
      </>
    );
  const { personId, name, number } = contact;
  const say = (admits: boolean) => send.mutate({ entryRequestId, personId, admits });
  return (
    <>
      <p className="text-lg">
        {name} <TelephoneLink number={number} />
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button busy={send.isPending} which={`for ${unit}`} onClick={() => say(true)}>
          They say yes
        </Button>
        <QuietButton which={`for ${unit}`} onClick={() => say(false)}>
          They say no
        </QuietButton>
        {contacts.length > 1 && (
          <QuietButton which={`for ${unit}`} onClick={() => setTried(tried + 1)}>
            No answer, next number
          </QuietButton>
        )}
        <Close request={request}>Stop asking</Close>
      </div>
      <Failure error={send.error} />
    </>
  );
}

function Close({ request, children }: { request: Request; children: string }) {
  const send = api.gate.entryRequests.close.useMutation({ onSettled: refresh });
  return (
    <QuietButton
      which={`for ${request.unit}`}
      busy={send.isPending}
      onClick={() => send.mutate({ entryRequestId: request.id })}
    >
      {children}
    </QuietButton>
  );
}
