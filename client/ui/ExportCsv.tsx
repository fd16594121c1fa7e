import { FileDown } from "lucide-react";
import { showToast } from "../trpc.ts";
import { Button } from "./Button.tsx";
import type { ListToExport } from "./ExportMenu.tsx";
import { useAtPress } from "./useAtPress.ts";

/** Saves a list for a spreadsheet. The menu and the CSV code load at the first press. */
export function ExportCsv<Row>(props: ListToExport<Row>) {
  const { code, busy, press } = useAtPress(() => import("./ExportMenu.tsx"), sayNotSaved);
  if (code) return <code.ExportMenu {...props} onFailure={sayNotSaved} />;
  return (
    <Button
      kind="plain"
      small
      busy={busy}
      disabled={props.rows.length === 0}
      aria-haspopup="menu"
      onClick={() => void press()}
    >
      <FileDown aria-hidden="true" className={busy ? "hidden" : "size-5"} />
      <span className="sr-only">Export </span>CSV
    </Button>
  );
}

/** Making a file for the first time loads code, which needs the network. */
const sayNotSaved = () =>
  showToast("error", "The list could not be saved. Check your connection and try again.");
