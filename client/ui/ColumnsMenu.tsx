import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement } from "react";
import type { Column } from "./column.ts";
import { MenuBox, menuItem } from "./MenuBox.tsx";
import { type ChosenColumns, canBeHidden } from "./useChosenColumns.ts";

export interface ColumnsProps<Row> extends Omit<ChosenColumns<Row>, "columns"> {
  all: readonly Column<Row>[];
}

export const ColumnsMenu = <Row,>({
  all,
  isShown,
  choose,
  trigger,
}: ColumnsProps<Row> & { trigger: ReactElement }) => (
  <Menu.Root defaultOpen modal={false}>
    <Menu.Trigger render={trigger} />
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
