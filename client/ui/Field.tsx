import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, use, useId, useState } from "react";
import { FormComplaints } from "./Form.tsx";

export interface Labelled {
  label: string;
  name: string;
  hint?: string;
  unlabelled?: boolean;
}

interface Wiring {
  id: string;
  name: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean | undefined;
  className: string;
}

interface FrameProps extends Labelled {
  children: (wiring: Wiring) => ReactNode;
}

/** The parts of every field: its label above and its error below. */
export function Frame({ label, name, hint, unlabelled, children }: FrameProps) {
  const id = useId();
  const complaints = use(FormComplaints);
  const wrong = complaints?.[name];
  // A field outside of a form filters a list, and may stay empty.
  const isRequired = complaints !== null && !label.includes("(optional)");
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className={unlabelled ? "sr-only" : "block font-semibold"}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <div className={unlabelled ? "relative" : "relative mt-1.5"}>
        {children({
          id,
          name,
          "aria-invalid": wrong !== undefined,
          "aria-describedby": described || undefined,
          "aria-required": isRequired || undefined,
          className: `min-h-12 w-full rounded-lg border bg-surface px-3.5 text-ink read-only:not-[select]:bg-sunken ${
            wrong ? "border-2 border-danger" : "border-edge"
          }`,
        })}
      </div>
      {wrong && <Wrong id={`${id}-wrong`}>{wrong}</Wrong>}
    </div>
  );
}

export const Wrong = ({ id, children }: { id: string; children: string }) => (
  <p id={id} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
    <CircleAlert className="mt-0.5 size-4 shrink-0" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);

export function Field({
  type = "text",
  label,
  name,
  hint,
  // Mostly it is about somebody or something else.
  autoComplete = "off",
  ...input
}: Labelled & ComponentProps<"input">) {
  const [shown, setShown] = useState(false);
  const secret = type === "password";
  return (
    <Frame label={label} name={name} {...(hint && { hint })}>
      {({ className, ...wiring }) => (
        <>
          <input
            {...wiring}
            type={secret && shown ? "text" : type}
            // No draft has it.
            data-secret={secret || name === "idNumber" || undefined}
            autoComplete={autoComplete}
            className={`${className} ${secret ? "pr-20" : ""}`}
            {...input}
            {...(input.readOnly && { "aria-required": undefined })}
          />
          {secret && (
            <button
              type="button"
              aria-pressed={shown}
              aria-label={`Show ${label.toLowerCase()}`}
              onClick={() => setShown(!shown)}
              className="absolute inset-y-0 right-0 min-w-16 px-3 text-sm font-semibold text-clay"
            >
              {shown ? "Hide" : "Show"}
            </button>
          )}
        </>
      )}
    </Frame>
  );
}
