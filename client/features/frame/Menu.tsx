import { Dialog } from "@base-ui/react/dialog";
import { useLocation } from "@tanstack/react-router";
import { MenuIcon, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { barLink, type NavItem, SideLink, useHere } from "./navigation.tsx";

/** The last item of a bottom bar without room for all links: it opens a drawer with all of them. */
export function Menu({ navItems }: { navItems: readonly NavItem[] }) {
  const [open, setOpen] = useState(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes it
  useEffect(() => setOpen(false), [path]);
  // The menu counts as the current place where the bar has no link for the page.
  const here = useHere(...navItems.flatMap(({ to, inBar }) => (inBar ? [] : [to])));
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={barLink} {...here}>
        <MenuIcon aria-hidden="true" className="size-6 shrink-0" />
        Menu
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-shade" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-20 flex w-72 max-w-[85vw] flex-col overflow-y-auto bg-surface p-4 shadow-xl">
          <div className="mb-3 flex items-center justify-between pl-3">
            <Dialog.Title className="text-xl">Menu</Dialog.Title>
            <Dialog.Close
              render={
                <Button kind="plain" aria-label="Close the menu">
                  <X aria-hidden="true" className="size-6" />
                </Button>
              }
            />
          </div>
          <nav aria-label="All pages" className="grid gap-1">
            {navItems.map((item) => (
              <SideLink key={item.to} {...item} />
            ))}
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
