import { FileDown } from "lucide-react";
import { Button } from "./Button.tsx";
import type { ListToExport } from "./ExportMenu.tsx";
import { useAtPress } from "./useAtPress.ts";

export function ExportCsv<Row>(props: ListToExport<Row>) {
  const { code, busy, loading } = useAtPress(
    () => import("./ExportMenu.tsx"),
    "The list could not be saved",
  );
  const button = (
    <Button kind="plain" small disabled={props.rows.length === 0}>
      <FileDown className={busy && !code ? "hidden" : "size-5"} />
      <span className="sr-only">Export </span>CSV
    </Button>
  );
  return code ? <code.ExportMenu {...props} trigger={button} /> : loading(button, "menu");
}
