import { Columns3 } from "lucide-react";
import { Button } from "./Button.tsx";
import type { ColumnsProps } from "./ColumnsMenu.tsx";
import { useAtPress } from "./useAtPress.ts";

export function ChooseColumns<Row>(props: ColumnsProps<Row>) {
  const { code, loading } = useAtPress(
    () => import("./ColumnsMenu.tsx"),
    "The columns could not be loaded",
  );
  const button = (
    <Button kind="plain" small>
      <Columns3 className="size-5" />
      <span className="sr-only xl:not-sr-only">Columns</span>
    </Button>
  );
  return code ? <code.ColumnsMenu {...props} trigger={button} /> : loading(button, "menu");
}
