import { Dialog } from "@base-ui/react/dialog";
import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { SearchBox } from "./SearchBox.tsx";

/** From here on there is room for the search beside the page, which stays in sight behind it. */
const isWide = () => window.matchMedia("(min-width: 64rem)").matches;

/** On wide screens the search lies over the page, and Ctrl-K or ⌘K opens it from everywhere. */
export function SearchTool() {
  const link = useRef<HTMLAnchorElement>(null);
  const [open, setOpen] = useState(false);
  /** Whether a result was opened, so that the focus belongs to its page. */
  const left = useRef(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const here = document.querySelector<HTMLInputElement>("search input");
      if (here) here.focus();
      // It would lie on what is open, which then loses the focus.
      else if (!document.querySelector("[role=dialog], [role=alertdialog]")) link.current?.click();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
  return (
    <>
      <Link
        ref={link}
        to="/admin/search"
        onClick={(event) => {
          const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
          if (elsewhere || !isWide()) return;
          event.preventDefault();
          left.current = false;
          setOpen(true);
        }}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-lg px-2 font-semibold text-soft hover:bg-sunken hover:text-ink"
      >
        <Search className="size-5" />
        <span className="max-lg:sr-only">Search</span>
        <span aria-hidden="true" className="text-sm max-lg:hidden">
          <kbd>Ctrl K</kbd>
        </span>
      </Link>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-20 bg-shade" />
          <Dialog.Popup
            finalFocus={() => !left.current || document.getElementById("main")}
            className="fixed inset-x-4 top-[10dvh] z-20 mx-auto max-h-[80dvh] max-w-2xl overflow-y-auto rounded-2xl bg-surface p-6 shadow-xl ring-1 ring-line"
          >
            <Dialog.Title className="sr-only">Search</Dialog.Title>
            <SearchBox
              opened={() => {
                left.current = true;
                setOpen(false);
              }}
            />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}
