import { Columns3 } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "./Button.tsx";

/** Opens the choice of a list's columns. */
export const ColumnsButton = (props: ComponentProps<typeof Button>) => (
  <Button kind="plain" small {...props}>
    <Columns3 aria-hidden="true" className="size-5" />
    <span className="sr-only xl:not-sr-only">Columns</span>
  </Button>
);
