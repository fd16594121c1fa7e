import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** A link in or beside text, tall enough for a thumb. */
export const TextAnchor = ({ className, ...rest }: ComponentProps<"a">) => (
  <a
    className={`inline-flex min-h-11 items-center font-semibold text-clay underline decoration-1 underline-offset-4 hover:decoration-2 ${className ?? ""}`}
    {...rest}
  />
);

export const TextLink = createLink(TextAnchor);
