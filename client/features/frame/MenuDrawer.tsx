import { Dialog } from "@base-ui/react/dialog";
import { useLocation } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ReactElement, useEffect, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { type NavItem, SideLinks } from "./navigation.tsx";
import { SignOut } from "./SignOut.tsx";

interface Props {
  navItems: readonly NavItem[];
  trigger: ReactElement;
}

export function MenuDrawer({ navItems, trigger }: Props) {
  const [open, setOpen] = useState(true);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [opened, setOpened] = useState(path);
  // Arriving anywhere closes it.
  useEffect(() => {
    if (path !== opened) setOpen(false);
    setOpened(path);
  }, [path, opened]);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger render={trigger} />
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-shade" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-20 flex w-72 max-w-[85vw] flex-col overflow-y-auto bg-surface p-4 shadow-xl">
          <div className="mb-3 flex items-center justify-between pl-3">
            <Dialog.Title className="text-xl">Menu</Dialog.Title>
            <Dialog.Close
              render={
                <Button kind="plain" aria-label="Close the menu">
                  <X className="size-6" />
                </Button>
              }
            />
          </div>
          <nav aria-label="All pages" className="grid gap-1">
            <SideLinks navItems={navItems} />
          </nav>
          <div className="mt-3 border-t border-line pt-3">
            <SignOut />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
