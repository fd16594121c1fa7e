import { createLink } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ComponentProps } from "react";

/** A link fixed at the bottom right, above the bottom bar of a phone. Its text has no plus of its own. */
export const FloatingAction = createLink(({ children, ...rest }: ComponentProps<"a">) => (
  <a
    {...rest}
    className="fixed right-4 bottom-20 z-10 inline-flex min-h-13 items-center gap-2 rounded-full bg-clay pr-6 pl-5 font-semibold text-on-clay shadow-lg hover:bg-clay-deep lg:right-8 lg:bottom-8 print:hidden"
  >
    <Plus aria-hidden="true" className="size-5" />
    <span>
      <span className="sr-only">+ </span>
      {children}
    </span>
  </a>
));
