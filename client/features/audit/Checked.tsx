import { CircleCheck } from "lucide-react";
import type { Answers } from "../../trpc.ts";
import { Moment } from "../../ui/Moment.tsx";
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
            Checked from its first entry to its last with the backup of <Moment at={at} />: nothing
            was changed, removed or put in.
          </span>
        </p>
      ) : (
        <Warning>
          {problem} This was found with the backup of <Moment at={at} />. Somebody with access to
          the machine did it, or its disk fails: compare with an older backup, and ask who was at
          the machine.
        </Warning>
      )}
    </div>
  );
}
