import { Ellipsis } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { OpenedMenu } from "./OpenedMenu.tsx";
import type { RowMenuProps } from "./rowActions.ts";

/** The "…" of a row. Its menu is created at the first press, because a list has many rows. */
export function RowMenu(props: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [wasPressed, setWasPressed] = useState(false);
  if (wasPressed) return <OpenedMenu {...props} button={button} dots={<Dots of={props.of} />} />;
  return <Dots of={props.of} aria-haspopup="menu" onClick={() => setWasPressed(true)} />;
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
