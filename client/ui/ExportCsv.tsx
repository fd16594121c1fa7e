import { FileDown } from "lucide-react";
import { useState } from "react";
import { showToast } from "../trpc.ts";
import { Button } from "./Button.tsx";
import type { ExportMenu, ListToExport } from "./ExportMenu.tsx";

/** Saves a list for a spreadsheet. The menu and the CSV code load at the first press. */
export function ExportCsv<Row>(props: ListToExport<Row>) {
  const [Menu, setMenu] = useState<typeof ExportMenu>();
  const [busy, setBusy] = useState(false);
  if (Menu) return <Menu {...props} onFailure={sayNotSaved} />;
  const open = async () => {
    setBusy(true);
    try {
      const menu = await import("./ExportMenu.tsx");
      setMenu(() => menu.ExportMenu);
    } catch {
      setBusy(false);
      await sayNotSaved();
    }
  };
  return (
    <Button
      kind="quiet"
      small
      busy={busy}
      disabled={props.rows.length === 0}
      aria-haspopup="menu"
      onClick={() => !busy && void open()}
    >
      <FileDown aria-hidden="true" className={busy ? "hidden" : "size-5"} />
      Export CSV
    </Button>
  );
}

/** Making a file for the first time loads code, which needs the network. */
const sayNotSaved = () =>
  showToast("error", "The list could not be saved. Check your connection and try again.");
