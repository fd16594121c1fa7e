import type { FormEvent } from "react";
import { useState } from "react";
import { utils } from "../../../trpc.ts";
import { Submit } from "../../../ui/Submit.tsx";
import { AttachFiles } from "../../attachments/AttachFiles.tsx";
import { useAttachments } from "../../attachments/useAttachments.ts";

export function ProofForm({ fineId }: { fineId: string }) {
  const { send, ...attachments } = useAttachments("proofs");
  const { files, busy, hasMore } = attachments;
  const [nothing, setNothing] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Ignores a press while files are being sent or when all have been sent.
    if (busy || (files.length > 0 && files.every(({ state }) => state === "sent"))) return;
    setNothing(!hasMore);
    if (!hasMore) return;
    await send(`/api/property/resident/fines/${encodeURIComponent(fineId)}/payment-proof`);
    // Fetching again shows whether the session has ended meanwhile.
    await utils.resident.invalidate();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid max-w-md grid-cols-1 gap-4 print:hidden"
    >
      <AttachFiles
        attachments={attachments}
        label="Proof of payment"
        hint="A PDF or photos, each up to 10 MB. Larger photos are made smaller for you. Where a photo was taken is left out."
        required={files.length === 0}
        missing={nothing ? "Choose a file first." : ""}
        onChosen={() => setNothing(false)}
        said={(sent) => `${sent === 1 ? "The file is" : `${sent} files are`} with the admins.`}
      />
      <Submit busy={busy} className="justify-self-start">
        Upload file
      </Submit>
    </form>
  );
}
