import { FileDown } from "lucide-react";
import { Button } from "./Button.tsx";
import type { ListToExport } from "./ExportMenu.tsx";
import { useAtPress } from "./useAtPress.ts";

export function ExportCsv<Row>(props: ListToExport<Row>) {
  const { code, busy, press } = useAtPress(
    () => import("./ExportMenu.tsx"),
    "The list could not be saved",
  );
  if (code) return <code.ExportMenu {...props} />;
  return (
    <Button
      kind="plain"
      small
      busy={busy}
      disabled={props.rows.length === 0}
      aria-haspopup="menu"
      onClick={() => void press()}
    >
      <FileDown className={busy ? "hidden" : "size-5"} />
      <span className="sr-only">Export </span>CSV
    </Button>
  );
}
