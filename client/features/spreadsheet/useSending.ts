import { useRef, useState } from "react";
import { type Choices, maxImportBytes } from "../../../server/features/spreadsheet/schema.ts";
import { utils } from "../../trpc.ts";
import { type Outcome, type Sending, sendForm } from "../../ui/sendForm.ts";

export interface Busy {
  what: "checking" | "importing";
  part: number;
}

export interface ChosenFile {
  name: string;
  /** Read when it was chosen: what is checked is what is imported, even if the file changes. */
  content: Blob;
  /** A new idempotency key for every change, so that only the same import counts as a repeat. */
  key: string;
}

export async function contentOf(file: File): Promise<Blob | string> {
  if (file.size > maxImportBytes)
    return "This file is larger than 2 MB. Split it and import the parts.";
  // A folder, or a file that was deleted, cannot be read.
  const content = await file.arrayBuffer().catch(() => null);
  return content ? new Blob([content]) : "This file cannot be read. Choose it again.";
}

export function useSending() {
  const [busy, setBusy] = useState<Busy>();
  const [why, setWhy] = useState("");
  const latest = useRef<Sending<unknown>>(undefined);

  /** The response; null when the request was cancelled. A refusal is shown. */
  async function send<Answer>(
    what: Busy["what"],
    file: ChosenFile,
    choices: Choices,
  ): Promise<Outcome<Answer> | null> {
    // Another choice replaces a check that is still going on.
    latest.current?.cancel();
    setWhy("");
    setBusy({ what, part: 0 });
    const body = new FormData();
    body.set("choices", JSON.stringify(choices));
    body.set("file", file.content, file.name);
    // The server keeps what is checked, so that loading the page again loses nothing.
    const how = what === "checking" ? "dryRun=true&keep=true" : "dryRun=false";
    const address = `/api/imports/register?${how}`;
    const sending = sendForm<Answer>(address, body, file.key, (part) => setBusy({ what, part }));
    latest.current = sending;
    const outcome = await sending.done;
    if (latest.current === sending) setBusy(undefined);
    if (outcome && "why" in outcome) {
      setWhy(outcome.why);
      // Fetching again shows whether the session has ended meanwhile.
      void utils.admin.invalidate();
    }
    return outcome;
  }
  return { busy, why, setWhy, send, cancel: () => latest.current?.cancel() };
}
