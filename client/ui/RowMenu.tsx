import { useRef } from "react";
import { showToast } from "../trpc.ts";
import { Dots } from "./Dots.tsx";
import type { RowMenuProps } from "./rowActions.ts";
import { useAtPress } from "./useAtPress.ts";

/** The "…" of a row. Its menu is created at the first press, because a list has many rows. */
export function RowMenu(props: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { code, press } = useAtPress(() => import("./OpenedMenu.tsx"), sayNotLoaded);
  if (code) return <code.OpenedMenu {...props} button={button} />;
  return <Dots of={props.of} aria-haspopup="menu" onClick={() => void press()} />;
}

const sayNotLoaded = () =>
  showToast("error", "The menu could not be loaded. Check your connection and try again.");
