import { useState } from "react";
import { documentSaved } from "../../texts.ts";
import { api, reasonOf, showToast, utils, wordsOf } from "../../trpc.ts";
import { useMissingLetters } from "../../ui/useMissingLetters.tsx";
import { fileNameFor, reminderPapers } from "./reminderPaper.ts";

/** Makes the reminder letters to some people and saves them as a PDF; `panel` asks about its letters. */
export function useReminders() {
  const send = api.admin.reminders.make.useMutation();
  const [busy, setBusy] = useState(false);
  const missing = useMissingLetters();
  const make = async (residentIds: string[], contact: string) => {
    if (busy) return;
    setBusy(true);
    let saved = false;
    try {
      const [{ saveLetters }, { PrintedPaper }, picture] = await Promise.all([
        import("../../ui/pdf.ts"),
        import("../../ui/PrintedPaper.tsx"),
        import("../../ui/pdfPicture.ts").then((file) => file.pictureForPaper()),
      ]);
      const order = { residentIds };
      // In the body, because an address has no room for hundreds of ids.
      const asked = { trpc: { context: { secret: true } }, staleTime: 0 };
      const made = await utils.admin.reminders.letters.fetch(order, asked);
      const papers = reminderPapers(made, contact, picture);
      const names = { title: `Reminder letters, ${made.building}`, fileName: fileNameFor(made) };
      saved = await saveLetters(papers, names, (letters) =>
        missing.ask(letters, async () => {
          await send.mutateAsync(order);
          return papers.map((paper, index) => (
            <div key={made.letters[index]?.id} className="break-after-page last:break-after-auto">
              <PrintedPaper {...paper} />
            </div>
          ));
        }),
      );
      if (!saved) return;
      // Only now, because a letter that is not saved reminds nobody.
      await send.mutateAsync(order);
      await showToast("success", documentSaved);
    } catch (error) {
      const why = reasonOf(error) ? wordsOf(error) : "Check your connection and try again.";
      const what = saved
        ? "The letters are saved, but Stoep may not have recorded them. Before you make them again, look at “Last letter” in the list."
        : "The letters could not be made.";
      await showToast("error", what, why);
    } finally {
      setBusy(false);
      // Lists of fines and the dashboard tell them apart, too.
      await utils.admin.invalidate();
    }
  };
  return { busy, make, panel: missing.panel };
}
