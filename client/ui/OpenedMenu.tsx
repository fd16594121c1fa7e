import { Menu } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";
import { type ReactElement, type RefObject, useState } from "react";
import { MenuBox, menuItem } from "./MenuBox.tsx";
import type { RowAction, RowMenuProps } from "./rowActions.ts";

interface Props extends RowMenuProps {
  button: RefObject<HTMLButtonElement | null>;
  dots: ReactElement;
}

export function OpenedMenu({ actions, button, dots }: Props) {
  const [isOpen, setIsOpen] = useState(true);
  /** The action whose dialog was opened last; `time` counts the openings, and each begins anew. */
  const [asked, setAsked] = useState<{ action: RowAction; time: number }>();
  const [asks, setAsks] = useState(false);
  const ask = (action: RowAction) => {
    setAsked({ action, time: (asked?.time ?? 0) + 1 });
    setAsks(true);
  };
  return (
    <>
      <Menu.Root open={isOpen} onOpenChange={setIsOpen} modal={false}>
        <Menu.Trigger ref={button} render={dots} />
        <MenuBox>
          {actions().map(
            (action) =>
              action && <Item key={action.label} action={action} ask={() => ask(action)} />,
          )}
        </MenuBox>
      </Menu.Root>
      {asked && (
        <span key={asked.time} className="contents">
          {asked.action.dialog?.({ open: asks, onOpenChange: setAsks, button })}
        </span>
      )}
    </>
  );
}

function Item({
  action: { label, icon: Icon, link },
  ask,
}: {
  action: RowAction;
  ask: () => void;
}) {
  const content = (
    <>
      <Icon className="size-5 shrink-0 text-soft" />
      {label}
    </>
  );
  if (!link)
    return (
      <Menu.Item onClick={ask} className={menuItem}>
        {content}
      </Menu.Item>
    );
  return (
    <Menu.LinkItem closeOnClick render={<Link {...link} />} className={menuItem}>
      {content}
    </Menu.LinkItem>
  );
}
