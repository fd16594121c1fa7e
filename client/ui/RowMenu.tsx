import { Ellipsis } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import type { RowMenuProps } from "./rowActions.ts";
import { useAtPress } from "./useAtPress.ts";

/** The "…" of a row. Its menu is created at the first press, because a list has many rows. */
export function RowMenu(props: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { code, press } = useAtPress(
    () => import("./OpenedMenu.tsx"),
    "The menu could not be loaded",
  );
  if (code) return <code.OpenedMenu {...props} button={button} dots={<Dots of={props.of} />} />;
  return <Dots of={props.of} aria-haspopup="menu" onClick={() => void press()} />;
}

const Dots = ({ of, ...rest }: ComponentProps<"button"> & { of: string }) => (
  <button
    type="button"
    aria-label={`More for ${of}`}
    className="inline-flex size-[44px] items-center justify-center rounded-lg text-soft hover:bg-sunken hover:text-ink data-popup-open:bg-sunken print:hidden"
    {...rest}
  >
    <Ellipsis className="size-5" />
  </button>
);
