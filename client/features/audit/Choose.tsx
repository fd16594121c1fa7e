import { ChevronDown } from "lucide-react";
import { Frame } from "../../ui/Field.tsx";

interface Props {
  label: string;
  /** What stands there when nothing is chosen. */
  all: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  choose: (value: string | undefined) => void;
}

/** One of a list whose values are not its words, or none. */
export const Choose = ({ label, all, value = "", options, choose }: Props) => (
  <Frame label={label} name={label}>
    {({ className, ...wiring }) => (
      <>
        <select
          {...wiring}
          value={value}
          onChange={({ target }) => choose(target.value || undefined)}
          className={`${className} appearance-none truncate pr-11`}
        >
          <option value="">{all}</option>
          {options.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-soft"
        />
      </>
    )}
  </Frame>
);
