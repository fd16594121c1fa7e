import { CircleCheck } from "lucide-react";
import type { Answers } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { Warning } from "../../ui/Warning.tsx";

/** What the last walk along the whole chain found. */
export function Checked({
  checked,
}: {
  checked: NonNullable<Answers["admin"]["audit"]["about"]["checked"]>;
}) {
  const { at, problem } = checked;
  return (
    <div className="mb-6 max-w-3xl print:hidden">
      {problem === null ? (
        <p className="flex gap-2.5">
          <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-fynbos" />
          <span>
            The whole trail was checked with the backup of <Moment at={at} />. Nothing was changed,
            removed or added.
          </span>
        </p>
      ) : (
        <Warning>
          {problem} This was found during the backup of <Moment at={at} />. Either somebody with
          access to the machine did it, or its disk is failing. Compare with an older backup, and
          ask who was at the machine.
        </Warning>
      )}
    </div>
  );
}
