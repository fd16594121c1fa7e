/** Sends a payment proof. Answers why it failed, in words, or "" when the server has it. */
export async function upload(fineId: string, file: File): Promise<string> {
  const body = new FormData();
  body.set("fileName", file.name);
  body.set("file", file);
  try {
    const address = `/api/property/resident/fines/${encodeURIComponent(fineId)}/payment-proof`;
    const answer = await fetch(address, { method: "POST", body });
    return answer.ok ? "" : String((await answer.json()).message);
  } catch {
    return "The building's server does not answer. Check your connection and try again.";
  }
}
