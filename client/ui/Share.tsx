import { Share2 } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "./Button.tsx";
import { useAtPress } from "./useAtPress.ts";

interface Props {
  text: () => string | Promise<string>;
  what: string;
  short?: boolean;
  /** When the person has chosen a way, but whether they then send it nobody can know. */
  onShared?: () => void;
}

/** Over HTTPS the phone offers its own list of apps; elsewhere a menu, WhatsApp and copying. */
export function Share({ text, what, short = false, onShared }: Props) {
  const { code, busy, press } = useAtPress(
    () => import("./ShareMenu.tsx"),
    "The ways to share could not be loaded",
  );
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
    <Share2 className="size-5" />
    {!short && "Share"}
  </Button>
);
