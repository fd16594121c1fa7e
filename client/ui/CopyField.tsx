import { Check, Copy } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./Button.tsx";
import { copied } from "./clipboard.ts";

interface Props {
  label: string;
  value: string;
  action: string;
  children?: ReactNode;
}

export function CopyField({ label, value, action, children }: Props) {
  const id = useId();
  const [done, setDone] = useState(false);
  const Icon = done ? Check : Copy;
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <input
        id={id}
        readOnly
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="mt-1.5 min-h-12 w-full rounded-lg border border-edge bg-sunken px-3.5 text-ink max-sm:text-sm print:hidden"
      />
      <p className="hidden break-all print:block">{value}</p>
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        <Button onClick={async () => setDone(await copied(value))}>
          <Icon className="size-5" />
          {done ? "Copied" : action}
        </Button>
        {children}
        <span role="status" className="sr-only">
          {done && "Copied."}
        </span>
      </div>
    </div>
  );
}
