import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { newKey } from "../../links.ts";
import { client, wordsOf } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { formOf, sendForm } from "../../ui/sendForm.ts";
import { sayBytes } from "../../ui/size.ts";

/** An uploaded backup: its name on the server, and the name of the local file. */
interface Arrived {
  sent: string;
  fileName: string;
}

export function SendBackup({ onSent }: { onSent: (source: Arrived) => Promise<unknown> }) {
  const [file, setFile] = useState<File>();
  const [part, setPart] = useState<number>();
  const [why, setWhy] = useState("");
  const stop = useRef<() => void>(undefined);

  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setFile(target.files?.[0]);
    setWhy("");
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (part !== undefined) return;
    if (!file) return setWhy("Choose a file first.");
    setWhy("");
    setPart(0);
    // Asked before the upload, which may take long.
    const refused = await client.member.session.confirm.mutate({}).then(() => null, wordsOf);
    if (refused) {
      setPart(undefined);
      return setWhy(refused);
    }
    const { done, cancel } = sendForm<Arrived>(
      "/api/property/admin/backups/upload",
      formOf(file),
      newKey(),
      setPart,
    );
    stop.current = cancel;
    const outcome = await done;
    if (outcome && "why" in outcome) setWhy(outcome.why);
    else if (outcome) {
      const { sent, fileName } = outcome.answer;
      await onSent({ sent, fileName });
    }
    setPart(undefined);
  };

  const percent = Math.round((part ?? 0) * 100);
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md grid-cols-1 gap-4">
      <div>
        <label htmlFor="backup" className="block font-semibold">
          A backup from this computer
        </label>
        <p id="backup-hint" className="text-sm text-soft">
          Its name ends in .tar.gz or .tar.gz.age.
        </p>
        <input
          id="backup"
          type="file"
          required
          aria-describedby="backup-hint backup-said"
          aria-invalid={why !== ""}
          onChange={picked}
          className="mt-1.5 block min-h-12 w-full text-soft file:mr-3 file:min-h-12 file:cursor-pointer file:rounded-lg file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-base file:font-semibold file:text-ink"
        />
      </div>
      <p id="backup-said" role="alert" className="font-medium text-danger empty:hidden">
        {why}
      </p>
      {part !== undefined && file && (
        <div>
          <p className="text-sm text-soft tabular-nums">
            {percent < 100 ? `${percent} % of ${sayBytes(file.size)} sent` : "Saving it…"}
          </p>
          <Progress label={`Sending ${file.name}`} part={part} />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Submit kind="quiet" busy={part !== undefined}>
          Send and look inside
        </Submit>
        {part !== undefined && <QuietButton onClick={() => stop.current?.()}>Cancel</QuietButton>}
      </div>
    </form>
  );
}
