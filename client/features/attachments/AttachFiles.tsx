import { Camera, X } from "lucide-react";
import { type ChangeEvent, type ReactNode, useId } from "react";
import { type KindName, kindOf } from "../../../server/features/attachments/schema.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { sayBytes } from "../../ui/size.ts";
import { acceptedBy } from "./prepare.ts";
import { type Attachments, type Chosen, useAttachments } from "./useAttachments.ts";

interface Props {
  attachments: Omit<Attachments, "send">;
  label: string;
  hint: ReactNode;
  said: (sent: number) => string;
  onChosen?: () => void;
  /** Sends one that failed once more, by its key. */
  retry?: (key: string) => void;
  /** No button of the form sends what waits, as it does after sending was cancelled. */
  atOnce?: boolean;
  missing?: string;
  required?: boolean;
}

/** Files to attach. Those that are being sent can be cancelled, and failed ones stay chosen. */
export function AttachFiles(props: Props) {
  const { attachments, label, hint, said, onChosen, retry } = props;
  const { missing = "", required = false, atOnce = false } = props;
  const { kind, files, busy, add, remove, cancel } = attachments;
  const id = useId();
  const several = kindOf(kind).most > 1;
  const shown = several ? files : files.filter(({ state }) => state !== "sent");
  const sent = files.filter(({ state }) => state === "sent").length;
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    add(target.files);
    // Lets people choose the same file again after removing it from the list.
    target.value = "";
    onChosen?.();
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <label htmlFor={id} className="block font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
        <input
          id={id}
          type="file"
          multiple={several}
          accept={acceptedBy(kind)}
          required={required}
          aria-describedby={`${id}-hint ${id}-said`}
          aria-invalid={missing !== ""}
          onChange={picked}
          className="mt-1.5 block min-h-12 w-full text-[0px] file:min-h-12 file:cursor-pointer file:rounded-lg file:border file:border-solid file:border-edge file:bg-surface file:px-[min(1rem,4vw)] file:text-base file:font-semibold file:text-ink"
        />
      </div>
      {several && (
        <label className="hidden min-h-12 items-center justify-center gap-2 rounded-lg bg-surface px-5 font-semibold ring-1 ring-edge ring-inset has-focus-visible:outline-3 has-focus-visible:outline-clay pointer-coarse:inline-flex">
          <Camera className="size-5" />
          Take a photo
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={picked}
            className="sr-only"
          />
        </label>
      )}
      {shown.length > 0 && (
        <ul aria-label="Chosen files" className="grid grid-cols-1 gap-3">
          {shown.map((each) => (
            <ChosenFile
              key={each.key}
              chosen={each}
              busy={busy}
              remove={() => remove(each.key)}
              retry={retry && (() => retry(each.key))}
              atOnce={atOnce}
            />
          ))}
        </ul>
      )}
      {busy && (
        <QuietButton onClick={cancel} className="justify-self-start">
          Cancel sending
        </QuietButton>
      )}
      <p id={`${id}-said`} role="status" className="font-medium empty:hidden">
        {missing ? <span className="text-danger">{missing}</span> : sent > 0 && !busy && said(sent)}
      </p>
    </div>
  );
}

interface AtOnceProps<Answer> extends Pick<Props, "label" | "hint" | "said"> {
  kind: KindName;
  address: string;
  onSent: (answers: readonly Answer[]) => unknown;
}

/** The same, but what is chosen is sent at once. */
export function AttachAtOnce<Answer>({ kind, address, onSent, ...field }: AtOnceProps<Answer>) {
  const { send, ...attachments } = useAttachments<Answer>(kind);
  const sent = async (only?: string) => onSent((await send(address, {}, only)).answers);
  return (
    <AttachFiles
      {...field}
      attachments={attachments}
      onChosen={() => void sent()}
      retry={(key) => void sent(key)}
      atOnce
    />
  );
}

interface ChosenProps {
  chosen: Chosen;
  busy: boolean;
  remove: () => void;
  retry: (() => void) | undefined;
  atOnce: boolean;
}

function ChosenFile({ chosen, busy, remove, retry, atOnce }: ChosenProps) {
  const { file, state, part, why } = chosen;
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
        {!busy && retry && (state === "failed" || (atOnce && state === "waiting")) && (
          <Button kind="plain" small which={file.name} onClick={retry}>
            {state === "failed" ? "Send again" : "Send"}
          </Button>
        )}
        {!busy && state !== "sent" && (
          <button
            type="button"
            aria-label={`Take ${file.name} off the list`}
            onClick={remove}
            className="-mr-2 grid size-11 shrink-0 place-items-center rounded-lg text-soft hover:bg-sunken"
          >
            <X className="size-5" />
          </button>
        )}
      </div>
      {state === "sending" && (
        <Progress label={`Sending ${file.name}`} part={part} className="my-1" />
      )}
    </li>
  );
}
