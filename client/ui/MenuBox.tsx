import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";

export const menuItem =
  "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-left outline-none data-highlighted:bg-sunken";

export const MenuBox = ({ children }: { children: ReactNode }) => (
  <Menu.Portal>
    <Menu.Positioner align="end" sideOffset={4} className="z-20">
      <Menu.Popup className="max-h-(--available-height) w-72 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-xl bg-surface p-1.5 shadow-xl ring-1 ring-edge outline-none">
        {children}
      </Menu.Popup>
    </Menu.Positioner>
  </Menu.Portal>
);
