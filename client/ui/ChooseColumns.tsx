import { Menu } from "@base-ui/react/menu";
import { Check, Columns3 } from "lucide-react";
import { Button } from "./Button.tsx";
import type { Column } from "./column.ts";
import { MenuBox, menuItem } from "./MenuBox.tsx";
import { type ChosenColumns, canBeHidden } from "./useChosenColumns.ts";

export interface ColumnsProps<Row> extends Omit<ChosenColumns<Row>, "columns"> {
  all: readonly Column<Row>[];
}

export const ChooseColumns = <Row,>({ all, isShown, choose }: ColumnsProps<Row>) => (
  <Menu.Root modal={false}>
    <Menu.Trigger
      render={
        <Button kind="plain" small>
          <Columns3 className="size-5" />
          <span className="sr-only xl:not-sr-only">Columns</span>
        </Button>
      }
    />
    <MenuBox>
      {all.filter(canBeHidden).map((column) => (
        <Menu.CheckboxItem
          key={column.key}
          checked={isShown(column)}
          onCheckedChange={(checked) => choose(column.key, checked)}
          className={menuItem}
        >
          <span className="grid size-5 shrink-0 place-items-center rounded border border-edge">
            <Menu.CheckboxItemIndicator>
              <Check className="size-4 text-fynbos" />
            </Menu.CheckboxItemIndicator>
          </span>
          {column.label}
        </Menu.CheckboxItem>
      ))}
    </MenuBox>
  </Menu.Root>
);
