import { Columns3 } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "./Button.tsx";
import type { ColumnsProps } from "./ColumnsMenu.tsx";
import { useAtPress } from "./useAtPress.ts";

export function ChooseColumns<Row>(props: ColumnsProps<Row>) {
  const { code, busy, press } = useAtPress(
    () => import("./ColumnsMenu.tsx"),
    "The columns could not be loaded",
  );
  if (code) return <code.ColumnsMenu {...props} trigger={<ColumnsButton />} />;
  return <ColumnsButton busy={busy} aria-haspopup="menu" onClick={() => void press()} />;
}

const ColumnsButton = (props: ComponentProps<typeof Button>) => (
  <Button kind="plain" small {...props}>
    <Columns3 className="size-5" />
    <span className="sr-only xl:not-sr-only">Columns</span>
  </Button>
);
