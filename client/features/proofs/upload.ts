import { formOf, sendForm } from "../../ui/sendForm.ts";

interface Upload {
  /** Why it failed, in words; "" when the server has the file; null when it was cancelled. */
  done: Promise<string | null>;
  cancel: () => void;
}

/** Sends a payment proof; the rest as for `sendForm`. */
export function upload(
  fineId: string,
  file: File,
  key: string,
  tell: (part: number) => void,
): Upload {
  const address = `/api/property/resident/fines/${encodeURIComponent(fineId)}/payment-proof`;
  const { done, cancel } = sendForm(address, formOf(file), key, tell);
  return { done: done.then((came) => came && ("why" in came ? came.why : "")), cancel };
}
