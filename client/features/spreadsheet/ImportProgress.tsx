import { Button } from "../../ui/Button.tsx";
import { Progress } from "../../ui/Progress.tsx";
import type { Busy } from "./useSending.ts";

/** The progress of the file, visible wherever people have scrolled to. */
export function ImportProgress({ cancel, what, part }: Busy & { cancel: () => void }) {
  const arrived = part > 0.995;
  const words = what === "checking" ? "Checking the file" : "Importing";
  return (
    <div className="fixed inset-x-4 bottom-20 z-10 mx-auto flex max-w-md items-center gap-4 rounded-xl bg-surface p-4 shadow-xl ring-1 ring-edge transition-opacity delay-200 lg:bottom-8 starting:opacity-0">
      <div className="min-w-0 flex-1">
        <p role="status" className="font-semibold">
          {words} …
        </p>
        <Progress label={words} part={arrived ? null : part} />
      </div>
      {/* An import that has fully arrived on the server can no longer be cancelled. */}
      {(what === "checking" || !arrived) && (
        <Button kind="quiet" small onClick={cancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
