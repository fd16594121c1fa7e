import { Ellipsis } from "lucide-react";
import type { ComponentProps } from "react";

/** The button with three dots. */
export const Dots = ({ of, ...rest }: ComponentProps<"button"> & { of: string }) => (
  <button
    type="button"
    aria-label={`More for ${of}`}
    className="inline-flex size-[44px] items-center justify-center rounded-lg text-soft hover:bg-sunken hover:text-ink data-popup-open:bg-sunken print:hidden"
    {...rest}
  >
    <Ellipsis aria-hidden="true" className="size-5" />
  </button>
);
