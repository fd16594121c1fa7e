import { showToast } from "../trpc.ts";
import { ColumnsButton } from "./ColumnsButton.tsx";
import type { ColumnsProps } from "./ColumnsMenu.tsx";
import { useAtPress } from "./useAtPress.ts";

/** The button for a list's columns. Its menu loads at the first press. */
export function ChooseColumns<Row>(props: ColumnsProps<Row>) {
  const { code, busy, press } = useAtPress(() => import("./ColumnsMenu.tsx"), sayNotLoaded);
  if (code) return <code.ColumnsMenu {...props} />;
  return <ColumnsButton busy={busy} aria-haspopup="menu" onClick={() => void press()} />;
}

const sayNotLoaded = () =>
  showToast("error", "The columns could not be loaded. Check your connection and try again.");
