import { CircleCheck } from "lucide-react";
import { type Answers, wordsOf } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Warning } from "../../ui/Warning.tsx";
import { holds } from "./columns.tsx";

type Overview = Answers["admin"]["backups"]["overview"];

const steps = {
  copying: "Copying the database…",
  packing: "Packing everything…",
  rehearsing: "Testing the backup…",
  copying_on: "Copying it to the second folder…",
} as const;

/** The last backup that passed its test, the one being made, and what went wrong. */
export function How({ now, failure }: { now: Overview; failure: unknown }) {
  const { lastRehearsed, running, second } = now;
  return (
    <div className="mb-8 grid max-w-3xl gap-3">
      {running && <Running {...running} />}
      {lastRehearsed?.rehearsal && (
        <p className="flex gap-2.5">
          <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-fynbos" />
          <span>
            The last backup passed its test{" "}
            <b className="font-semibold">
              <Moment at={lastRehearsed.rehearsal.at} />
            </b>
            . It was restored into an empty folder, and nothing was missing or different. It holds{" "}
            {holds(lastRehearsed.rehearsal)}.{!lastRehearsed.encrypted && " It is not encrypted."}
            {second && !second.problem && ` Backups are also copied to ${second.folder}.`}
          </span>
        </p>
      )}
      {now.failure && (
        <Warning>
          The backup of <Moment at={now.failure.at} /> failed. {now.failure.why} Stoep tries again
          every hour. Older backups are kept.
        </Warning>
      )}
      {!now.failure && now.warning?.startsWith("No ") && <Warning>{now.warning}</Warning>}
      {second?.problem && (
        <Warning>Backups are not copied to the second folder. {second.problem}</Warning>
      )}
      {failure !== null && <Warning>{wordsOf(failure)}</Warning>}
    </div>
  );
}

function Running({ step, part }: NonNullable<Overview["running"]>) {
  return (
    <div role="status" className="rounded-lg bg-surface px-4 py-3 ring-1 ring-line ring-inset">
      <p className="font-medium">{steps[step]}</p>
      <Progress label="The backup" part={part} className="mt-2" />
    </div>
  );
}
