import { useState } from "react";
import { documentSaved } from "../../texts.ts";
import { api, reasonOf, showToast, utils, wordsOf } from "../../trpc.ts";

/** Makes the reminder letters to some people and saves them as a PDF. */
export function useReminders() {
  const send = api.admin.reminders.make.useMutation();
  const [busy, setBusy] = useState(false);
  const make = async (residentIds: string[], contact: string) => {
    if (busy) return;
    setBusy(true);
    try {
      // First, so that no letter is noted whose PDF cannot be made.
      const { saveReminders } = await import("./reminderPdf.ts");
      await saveReminders(await send.mutateAsync({ residentIds }), contact);
      await showToast("success", documentSaved);
    } catch (error) {
      const why = reasonOf(error) ? wordsOf(error) : "Check your connection and try again.";
      await showToast("error", "The letters could not be made.", why);
    } finally {
      setBusy(false);
      await utils.admin.reminders.invalidate();
    }
  };
  return { busy, make };
}
