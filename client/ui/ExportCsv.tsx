import { FileDown } from "lucide-react";
import { useState } from "react";
import { say } from "../trpc.ts";
import { Button } from "./Button.tsx";
import type { ExportMenu } from "./ExportMenu.tsx";
import type { Column } from "./Table.tsx";
import type { OnProgress } from "./useProgress.tsx";

export interface ExportProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** All that the filter leaves, in the order on the screen. */
  rows: readonly Row[];
  /** Where the screen has not fetched all of it: fetches what there is. Null when that was stopped. */
  whole?: (onProgress: OnProgress) => Promise<readonly Row[] | null>;
}

/** Saves a list for a spreadsheet. The menu, and what writes the file, arrive with the first press. */
export function ExportCsv<Row>(props: ExportProps<Row>) {
  const [Menu, setMenu] = useState<typeof ExportMenu>();
  const [busy, setBusy] = useState(false);
  if (Menu) return <Menu {...props} />;
  const open = async () => {
    setBusy(true);
    try {
      const menu = await import("./ExportMenu.tsx");
      setMenu(() => menu.ExportMenu);
    } catch {
      setBusy(false);
      await say("error", notSaved);
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

/** What is said when the file could not be made, for which there must be a network once. */
export const notSaved = "The list could not be saved. Check your connection and try again.";
