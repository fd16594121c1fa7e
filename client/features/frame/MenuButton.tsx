import { MenuIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { useAtPress } from "../../ui/useAtPress.ts";
import { barLink, type NavItem, useHere } from "./navigation.tsx";

export const loadMenu = () => import("./MenuDrawer.tsx");

interface Props {
  navItems: readonly NavItem[];
  beside: readonly NavItem[];
}

/** Opens a drawer with all links, for phones: their bar has no room for them, nor for Sign Out. */
export function MenuButton({ navItems, beside }: Props) {
  const { code, busy, press } = useAtPress(loadMenu, "The menu could not be loaded");
  // The menu counts as the current place where there is no link beside it for the page.
  const elsewhere = navItems.filter((item) => !beside.includes(item));
  const here = useHere(...elsewhere.map(({ to }) => to));
  if (code) return <code.MenuDrawer navItems={navItems} trigger={<Trigger {...here} />} />;
  return <Trigger {...here} aria-busy={busy} aria-haspopup="dialog" onClick={() => void press()} />;
}

const Trigger = (props: ComponentProps<"button">) => (
  <button type="button" {...props} className={barLink}>
    <MenuIcon className="size-6 shrink-0" />
    Menu
  </button>
);
