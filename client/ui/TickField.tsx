import { type ComponentProps, use, useId } from "react";
import { Wrong } from "./Field.tsx";
import { FormComplaints } from "./Form.tsx";

interface Props extends Omit<ComponentProps<"input">, "type" | "className"> {
  label: string;
  hint?: string;
}

/** Something that is done too, if the box is ticked. With a name it is sent as true or false. */
export function TickField({ label, hint, ...input }: Props) {
  const id = useId();
  const complaints = use(FormComplaints);
  const wrong = input.name ? complaints?.[input.name] : undefined;
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(" ");
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          {...input}
          type="checkbox"
          aria-invalid={wrong !== undefined}
          aria-describedby={described || undefined}
          className="size-5 shrink-0 accent-fynbos"
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {wrong && <Wrong id={`${id}-wrong`}>{wrong}</Wrong>}
    </div>
  );
}
