import { CircleCheck, CircleX, Clock, History, type LucideIcon, Search } from "lucide-react";
import { useId, useRef, useState } from "react";
import { type Answers, api, reasonOf, wordsOf } from "../../../trpc.ts";
import { Button, QuietButton } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Undoable } from "../../../ui/Undoable.tsx";
import { useDone } from "../../../ui/undo.ts";
import { offerAdmissionUndo, refreshGate } from "./admission.ts";
import { codeIn } from "./find.ts";
import { GateResult } from "./GateResult.tsx";
import { Scan } from "./Scan.tsx";

/** How a refused code looks: expired or taken back, used, not yet; anything else is not valid. */
const looks: Record<string, [LucideIcon, string]> = {
  "gate.not_yet": [Clock, "border-notice text-notice"],
  "gate.used": [History, "border-danger text-danger"],
};

/** What the guard typed. */
export interface Typed {
  typed: string;
  plate: string;
  setPlate: (plate: string) => void;
}

/** One box for a code, a name or a unit: a code lets in, anything else looks in the lists below. */
export function LetIn(props: Typed & { setTyped: (typed: string) => void }) {
  const { typed, setTyped, plate, setPlate } = props;
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [letters, setLetters] = useState(false);
  const code = codeIn(typed);
  const send = api.gate.visits.admit.useMutation({
    onSuccess: (admitted) => {
      offerAdmissionUndo(admitted, rowOf(admitted));
      setTyped("");
      setPlate("");
    },
    onSettled: refreshGate,
  });
  const press = () => {
    if (code) send.mutate({ code, plate });
    box.current?.focus();
  };
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending) press();
        }}
        className="grid max-w-3xl grid-cols-1 items-end gap-4 sm:grid-cols-[2fr_1fr_auto]"
      >
        <div>
          <label htmlFor={id} className="block font-semibold">
            Code, name or unit
          </label>
          <p id={`${id}-hint`} className="text-sm text-soft">
            To find who expects them.
          </p>
          <div className="mt-1.5 flex flex-wrap gap-2">
            <input
              ref={box}
              id={id}
              aria-describedby={`${id}-hint`}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              inputMode={letters ? "text" : "numeric"}
              autoComplete="off"
              enterKeyHint="go"
              className="min-h-12 min-w-0 grow basis-40 rounded-lg border border-edge bg-surface px-3.5 text-2xl tracking-wider text-ink tabular-nums"
            />
            <QuietButton
              aria-label={letters ? "Type figures" : "Type letters"}
              className="md:hidden"
              onClick={() => {
                setLetters(!letters);
                // The phone shows the other keys only when the box is entered again.
                box.current?.blur();
                setTimeout(() => box.current?.focus());
              }}
            >
              {letters ? "123" : "ABC"}
            </QuietButton>
            <Scan
              onCode={(scanned) => {
                setTyped(scanned);
                send.mutate({ code: scanned, plate });
              }}
            />
          </div>
        </div>
        <Field
          label="Number plate (optional)"
          hint="If they park, to find them."
          name="plate"
          value={plate}
          onChange={({ target }) => setPlate(target.value)}
          autoCapitalize="characters"
        />
        <Button type="submit" busy={send.isPending} disabled={!code}>
          Let in
        </Button>
      </form>
      <div role="status" className="mt-5 max-w-3xl empty:hidden">
        {typed && !code ? (
          <p className="flex items-center gap-2 text-soft">
            <Search className="size-5 shrink-0" />
            Looking for “{typed}” below. A code has six digits.
          </p>
        ) : (
          !typed && send.data && <Outcome admitted={send.data} />
        )}
        {send.isError && codeIn(String(send.variables?.code)) === code && (
          <Refused error={send.error} />
        )}
      </div>
    </>
  );
}

/** Not the row of the list of today, where nobody pressed anything. */
const rowOf = ({ id }: { id: string }) => `by code ${id}`;

function Refused({ error }: { error: unknown }) {
  const [icon, look] = looks[reasonOf(error)?.code ?? ""] ?? [CircleX, "border-danger text-danger"];
  return (
    <GateResult icon={icon} look={look}>
      {wordsOf(error)}
    </GateResult>
  );
}

/** Until it is taken back or cannot be any more, because the next in the queue can read it too. */
function Outcome({ admitted }: { admitted: Answers["gate"]["visits"]["admit"] }) {
  if (!useDone(rowOf(admitted))?.undo) return null;
  const { visitorName, unit } = admitted;
  const name = visitorName || "The visitor";
  return (
    <GateResult
      icon={CircleCheck}
      look="border-fynbos text-fynbos"
      tools={<Undoable row={{ id: rowOf(admitted) }} which={name} />}
    >
      Valid. {name} is in, for {unit}.
    </GateResult>
  );
}
