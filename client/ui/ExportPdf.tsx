import { FileDown } from "lucide-react";
import { useState } from "react";
import { documentSaved } from "../texts.ts";
import { showToast, utils } from "../trpc.ts";
import { Button } from "./Button.tsx";
import { sayLongDay, today } from "./days.ts";
import type { Paper } from "./pdf.ts";
import { useMissingLetters } from "./useMissingLetters.tsx";
import { type OnProgress, useGoing } from "./useProgress.tsx";

interface Props {
  paper: (onProgress: OnProgress) => Promise<Omit<Paper, "building" | "picture" | "date"> | null>;
  disabled: boolean;
  small?: boolean;
}

/** Saves a list as a letter. jsPDF and its fonts load at the first press. */
export function ExportPdf({ paper, disabled, small = false }: Props) {
  const [busy, setBusy] = useState(false);
  const going = useGoing();
  const missing = useMissingLetters();
  const write = async (onProgress: OnProgress) => {
    const [{ savePdf }, { PrintedPaper }, picture, { name }, list] = await Promise.all([
      import("./pdf.ts"),
      import("./PrintedPaper.tsx"),
      import("./pdfPicture.ts").then((file) => file.pictureForPaper()),
      utils.member.building.details.ensureData(),
      paper(onProgress),
    ]);
    if (!list) return null;
    const whole = { building: name, picture, date: sayLongDay(today()), ...list };
    return savePdf(whole, onProgress, (letters) =>
      missing.ask(letters, () => <PrintedPaper {...whole} />),
    );
  };
  const save = async () => {
    setBusy(true);
    try {
      if (await going.run(write)) await showToast("success", documentSaved);
    } catch {
      await showToast("error", "The PDF could not be made. Check your connection and try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        kind={small ? "plain" : "quiet"}
        small={small}
        busy={busy}
        disabled={disabled}
        onClick={save}
      >
        <FileDown className={busy ? "hidden" : "size-5"} />
        <span>
          <span className={small ? "sr-only" : ""}>Export as </span>PDF
        </span>
      </Button>
      {going.panel}
      {missing.panel}
    </>
  );
}
