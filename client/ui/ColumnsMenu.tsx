import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { ColumnsButton } from "./ColumnsButton.tsx";
import type { Column } from "./column.ts";
import { MenuBox, menuItem } from "./MenuBox.tsx";
import { type ChosenColumns, canBeHidden } from "./useChosenColumns.ts";

export interface ColumnsProps<Row> extends Omit<ChosenColumns<Row>, "columns"> {
  /** Every column that the list can have. */
  all: readonly Column<Row>[];
}

/** Turns the columns of a list on and off. It opens as soon as it has loaded. */
export const ColumnsMenu = <Row,>({ all, isShown, choose }: ColumnsProps<Row>) => (
  <Menu.Root defaultOpen modal={false}>
    <Menu.Trigger render={<ColumnsButton />} />
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
              <Check aria-hidden="true" className="size-4 text-fynbos" />
            </Menu.CheckboxItemIndicator>
          </span>
          {column.label}
        </Menu.CheckboxItem>
      ))}
    </MenuBox>
  </Menu.Root>
);
