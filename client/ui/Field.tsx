import { CircleAlert } from "lucide-react";
import { type ComponentProps, use, useId, useState } from "react";
import { FormComplaints } from "./Form.tsx";

interface Props extends ComponentProps<"input"> {
  label: string;
  name: string;
  hint?: string;
}

/** One line of a form: its label above, what is wrong with it below. */
export function Field({ label, name, hint, type = "text", ...input }: Props) {
  const id = useId();
  const wrong = use(FormComplaints)[name];
  const [shown, setShown] = useState(false);
  const secret = type === "password";
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(" ");

  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <div className="relative mt-1.5">
        <input
          id={id}
          name={name}
          type={secret && shown ? "text" : type}
          aria-invalid={wrong !== undefined}
          aria-describedby={described || undefined}
          className={`min-h-12 w-full rounded-lg border bg-surface px-3.5 text-ink ${
            wrong ? "border-2 border-danger" : "border-edge"
          } ${secret ? "pr-20" : ""}`}
          {...input}
        />
        {secret && (
          <button
            type="button"
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 min-w-16 cursor-pointer px-3 text-sm font-semibold text-clay"
          >
            {shown ? "Hide" : "Show"}
          </button>
        )}
      </div>
      {wrong && (
        <p id={`${id}-wrong`} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {wrong}
        </p>
      )}
    </div>
  );
}
