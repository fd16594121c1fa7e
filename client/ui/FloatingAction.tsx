import { createLink } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ComponentProps } from "react";

/** At the bottom right; where large text leaves no room it stays in its place above the list. */
export const FloatingAction = createLink(({ children, ...rest }: ComponentProps<"a">) => (
  <a
    {...rest}
    data-floating
    className="inline-flex min-h-13 items-center gap-2 rounded-full bg-clay pr-6 pl-5 font-semibold text-on-clay hover:bg-clay-deep max-xs:mb-6 xs:fixed xs:right-4 xs:bottom-20 xs:z-10 xs:shadow-lg lg:right-8 lg:bottom-8 print:hidden"
  >
    <Plus className="size-5" />
    <span>
      <span className="sr-only">+ </span>
      {children}
    </span>
  </a>
));
