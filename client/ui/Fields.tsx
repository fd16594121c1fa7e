import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { Field, Frame, type Labelled } from "./Field.tsx";

/** A day, sent as `YYYY-MM-DD`. */
export const DateField = (props: Labelled & ComponentProps<"input">) => (
  // Without `max`, browsers accept years of six digits.
  <Field type="date" max="9999-12-31" autoComplete="on" {...props} />
);

/** An amount in rand. The form's schema needs a field `rand`, which it converts to cents. */
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

export const TextField = ({
  label,
  name,
  hint,
  unlabelled = false,
  ...input
}: Labelled & ComponentProps<"textarea">) => (
  <Frame label={label} name={name} unlabelled={unlabelled} {...(hint && { hint })}>
    {({ className, ...wiring }) => (
      <textarea rows={4} {...wiring} className={`${className} block py-2.5`} {...input} />
    )}
  </Frame>
);

interface Choice extends Labelled, Omit<ComponentProps<"select">, "name"> {
  options: readonly (string | readonly [value: string, words: string])[];
  placeholder?: string;
}

export const SelectField = ({ label, name, hint, options, placeholder, ...select }: Choice) => (
  <Frame label={label} name={name} {...(hint && { hint })}>
    {({ className, ...wiring }) => (
      <>
        <select {...wiring} className={`${className} appearance-none truncate pr-11`} {...select}>
          {placeholder && <option value="">{placeholder}</option>}
          {options.map((option) => {
            const [value, words] = typeof option === "string" ? [option, option] : option;
            return (
              <option key={value} value={value}>
                {words}
              </option>
            );
          })}
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-soft" />
      </>
    )}
  </Frame>
);
