import { Share2 } from "lucide-react";
import type { ComponentProps } from "react";
import { showToast } from "../trpc.ts";
import { Button } from "./Button.tsx";
import { useAtPress } from "./useAtPress.ts";

interface Props {
  /** The message. It is only made when somebody presses. */
  text: () => string | Promise<string>;
  /** The words for screen readers about the shared thing, such as "the reference". */
  what: string;
  /** Shows only the icon. */
  short?: boolean;
  /** When the person has chosen a way, but whether they then send it nobody can know. */
  onShared?: () => void;
}

/**
 * Sends a text with an app of the phone. Where the browser cannot open the phone's own list of apps,
 * which it does over HTTPS only, a menu offers WhatsApp and copying.
 */
export function Share({ text, what, short = false, onShared }: Props) {
  const { code, busy, press } = useAtPress(() => import("./ShareMenu.tsx"), sayNotOpened);
  const look = { what, short };
  if (code)
    return <code.ShareMenu text={text} onShared={onShared} trigger={<Trigger {...look} />} />;
  const send = async () => {
    // The person may close the list without choosing an app, which is no failure.
    await navigator.share({ text: await text() }).then(onShared, () => undefined);
  };
  return "share" in navigator ? (
    <Trigger {...look} onClick={() => void send()} />
  ) : (
    <Trigger {...look} busy={busy} aria-haspopup="menu" onClick={() => void press()} />
  );
}

const sayNotOpened = () =>
  showToast("error", "The ways to share could not be loaded. Check your connection and try again.");

type TriggerProps = Pick<Props, "what" | "short"> & ComponentProps<typeof Button>;

const Trigger = ({ what, short = false, ...rest }: TriggerProps) => (
  <Button
    kind={short ? "plain" : "quiet"}
    small={short}
    // Not words in the page, where a notice would then stand twice.
    aria-label={`Share ${what}`}
    title="Share"
    className={short ? "size-11 px-0!" : ""}
    {...rest}
  >
    <Share2 aria-hidden="true" className="size-5" />
    {!short && "Share"}
  </Button>
);
