import { type ComponentProps, type ReactNode, use, useId, useState } from "react";
import { FormComplaints } from "./Form.tsx";
import { Alert, Down } from "./icons.tsx";

interface Labelled {
  label: string;
  name: string;
  hint?: string;
}

interface Wiring {
  id: string;
  name: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  className: string;
}

interface FrameProps extends Labelled {
  children: (wiring: Wiring) => ReactNode;
}

/** What every field has: its label above, what is wrong with it below. */
function Frame({ label, name, hint, children }: FrameProps) {
  const id = useId();
  const wrong = use(FormComplaints)[name];
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
        {children({
          id,
          name,
          "aria-invalid": wrong !== undefined,
          "aria-describedby": described || undefined,
          className: `min-h-12 w-full rounded-lg border bg-surface px-3.5 text-ink read-only:not-[select]:bg-sunken ${
            wrong ? "border-2 border-danger" : "border-edge"
          }`,
        })}
      </div>
      {wrong && (
        <p id={`${id}-wrong`} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
          <Alert className="mt-0.5 size-4 shrink-0" />
          {wrong}
        </p>
      )}
    </div>
  );
}

/** One line of a form. */
export function Field({
  type = "text",
  label,
  name,
  hint,
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
            data-secret={secret || undefined}
            className={`${className} ${secret ? "pr-20" : ""}`}
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
        </>
      )}
    </Frame>
  );
}

/** A day, sent as `YYYY-MM-DD`. */
export const DateField = (props: Labelled & ComponentProps<"input">) => (
  <Field type="date" {...props} />
);

/** An amount in rand; give the form a schema whose field is `rand`, which makes cents of it. */
export const MoneyField = ({ label, name, hint, ...input }: Labelled & ComponentProps<"input">) => (
  <Frame label={label} name={name} {...(hint && { hint })}>
    {({ className, ...wiring }) => (
      <>
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-3.5 grid place-items-center text-soft"
        >
          R
        </span>
        <input
          {...wiring}
          inputMode="decimal"
          autoComplete="off"
          className={`${className} pl-8 tabular-nums`}
          {...input}
        />
      </>
    )}
  </Frame>
);

/** Several lines of text. */
export const TextField = ({
  label,
  name,
  hint,
  ...input
}: Labelled & ComponentProps<"textarea">) => (
  <Frame label={label} name={name} {...(hint && { hint })}>
    {({ className, ...wiring }) => (
      <textarea rows={4} {...wiring} className={`${className} block py-2.5`} {...input} />
    )}
  </Frame>
);

interface Choice extends Labelled, Omit<ComponentProps<"select">, "name"> {
  options: readonly string[];
  /** What stands there before a choice is made; without it the first option is chosen. */
  placeholder?: string;
}

/** One of a fixed list. */
export const SelectField = ({ label, name, hint, options, placeholder, ...select }: Choice) => (
  <Frame label={label} name={name} {...(hint && { hint })}>
    {({ className, ...wiring }) => (
      <>
        <select {...wiring} className={`${className} appearance-none pr-11`} {...select}>
          {placeholder && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <Down className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-soft" />
      </>
    )}
  </Frame>
);
