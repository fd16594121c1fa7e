import { createLink } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ComponentProps } from "react";

/**
 * A link fixed at the bottom right, above the bottom bar of a phone; where text is too large to give
 * it room it stands where it is written, so above a list. Its text has no plus of its own.
 */
export const FloatingAction = createLink(({ children, ...rest }: ComponentProps<"a">) => (
  <a
    {...rest}
    className="inline-flex min-h-13 items-center gap-2 rounded-full bg-clay pr-6 pl-5 font-semibold text-on-clay hover:bg-clay-deep max-xs:mb-6 xs:fixed xs:right-4 xs:bottom-20 xs:z-10 xs:shadow-lg lg:right-8 lg:bottom-8 print:hidden"
  >
    <Plus aria-hidden="true" className="size-5" />
    <span>
      <span className="sr-only">+ </span>
      {children}
    </span>
  </a>
));
