import { Camera, X } from "lucide-react";
import type { ChangeEvent, FormEvent } from "react";
import { useState } from "react";
import { maxProofBytes } from "../../../../server/features/fines/proofs/schema.ts";
import { Button } from "../../../ui/Button.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { Submit } from "../../../ui/Submit.tsx";
import { sayBytes } from "../../../ui/size.ts";
import { accepted } from "./prepare.ts";
import { type Chosen, useUploads } from "./useUploads.ts";

/** The form in which a resident sends payment proofs: files, or photos one after the other. */
export function ProofForm({ fineId }: { fineId: string }) {
  const { files, busy, send, add, remove, cancel } = useUploads(fineId);
  const [nothing, setNothing] = useState(false);
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setNothing(false);
    add(target.files);
    // Lets people choose the same file again after removing it from the list.
    target.value = "";
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Ignores a press while files are being sent or when all have been sent.
    if (busy || (files.length > 0 && files.every(({ state }) => state === "sent"))) return;
    const ready = files.some(({ state }) => state === "waiting" || state === "failed");
    setNothing(!ready);
    if (ready) void send();
  };
  const sent = files.filter(({ state }) => state === "sent").length;
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md grid-cols-1 gap-4 print:hidden">
      <div>
        <label htmlFor="proof" className="block font-semibold">
          Proof of payment
        </label>
        <p id="proof-hint" className="text-sm text-soft">
          A PDF or photos, each up to {maxProofBytes / 1024 / 1024} MB. Larger photos are made
          smaller for you.
        </p>
        <input
          id="proof"
          type="file"
          multiple
          accept={accepted}
          required={files.length === 0}
          aria-describedby="proof-hint proof-said"
          aria-invalid={nothing}
          onChange={picked}
          className="mt-1.5 block min-h-12 w-full text-[0px] file:min-h-12 file:cursor-pointer file:rounded-lg file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-base file:font-semibold file:text-ink"
        />
      </div>
      <label className="hidden min-h-12 items-center justify-center gap-2 rounded-lg bg-surface px-5 font-semibold ring-1 ring-edge ring-inset has-focus-visible:outline-3 has-focus-visible:outline-clay pointer-coarse:inline-flex">
        <Camera aria-hidden="true" className="size-5" />
        Take a photo
        <input
          type="file"
          accept="image/*"
          capture="environment"
          onChange={picked}
          className="sr-only"
        />
      </label>
      {files.length > 0 && (
        <ul aria-label="Chosen files" className="grid grid-cols-1 gap-3">
          {files.map((each) => (
            <ChosenFile key={each.key} chosen={each} busy={busy} remove={() => remove(each.key)} />
          ))}
        </ul>
      )}
      <p id="proof-said" role="status" className="font-medium empty:hidden">
        {nothing && <span className="text-danger">Choose a file first.</span>}
        {sent > 0 &&
          !busy &&
          !nothing &&
          `${sent === 1 ? "The file is" : `${sent} files are`} with the admins.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Submit busy={busy}>Upload file</Submit>
        {busy && (
          <Button kind="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

interface ChosenProps {
  chosen: Chosen;
  busy: boolean;
  remove: () => void;
}

function ChosenFile({ chosen: { file, state, part, why }, busy, remove }: ChosenProps) {
  const statusText = {
    waiting: sayBytes(file.size),
    preparing: "Getting it ready…",
    sending: `${Math.round(part * 100)} % sent`,
    sent: "Sent",
    wrong: why,
    failed: why,
  }[state];
  const bad = state === "wrong" || state === "failed";
  return (
    <li className="rounded-lg bg-surface px-4 py-2 ring-1 ring-line ring-inset">
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <p className="truncate">{file.name}</p>
          <p
            role={bad ? "alert" : undefined}
            className={`text-sm ${bad ? "font-medium text-danger" : "text-soft tabular-nums"}`}
          >
            {statusText}
          </p>
        </div>
        {!busy && state !== "sent" && (
          <button
            type="button"
            aria-label={`Take ${file.name} off the list`}
            onClick={remove}
            className="-mr-2 grid size-11 shrink-0 place-items-center rounded-lg text-soft hover:bg-sunken"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
      {state === "sending" && (
        <Progress label={`Sending ${file.name}`} part={part} className="my-1" />
      )}
    </li>
  );
}
