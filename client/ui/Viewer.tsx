import {
  ChevronLeft,
  ChevronRight,
  Download,
  type LucideIcon,
  RotateCw,
  Scan,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { TextAnchor } from "./TextLink.tsx";
import { useView } from "./useView.ts";
import { PdfPicture, Photo, type Shown } from "./ViewerPictures.tsx";

interface ViewerFile {
  id: string;
  href: string;
  fileName: string;
  mimeType: string;
  note: ReactNode;
}

interface Props {
  what: string;
  files: readonly ViewerFile[];
  low?: boolean;
}

/** Shows pictures and PDFs one at a time, to look at closely: zoomed, turned, moved. */
export function Viewer({ what, files, low = false }: Props) {
  const [at, setAt] = useState(files.length - 1);
  const index = Math.min(at, files.length - 1);
  const file = files[index];
  if (!file) return null;
  return (
    <section aria-label={what} className="mt-3 min-w-0 print:hidden">
      <Stage key={file.id} {...file} what={what} low={low}>
        {files.length > 1 && (
          <Steps what={what.toLowerCase()} at={index} of={files.length} to={setAt} />
        )}
      </Stage>
    </section>
  );
}

/** One file, with the buttons to look at it closely. The keys work wherever the focus is in it. */
function Stage({ href, fileName, mimeType, note, what, low, children }: ViewerFile & StageProps) {
  const [shown, setShown] = useState<Shown>({ width: 1, height: 1, state: "loading" });
  const [page, setPage] = useState(0);
  const view = useView(shown);
  const pressed = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : view.keyed(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const toPage = (next: number) => {
    setPage(next);
    setShown((now) => ({ ...now, state: "loading" }));
  };
  const isPdf = mimeType === "application/pdf";
  const Picture = isPdf ? PdfPicture : Photo;
  const bad = shown.state === "failed";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same
    <div onKeyDown={pressed}>
      <div className="-ml-2.5 flex flex-wrap items-center gap-1">
        <Tool icon={ZoomOut} label="Zoom out" onClick={view.act.zoomOut} off={bad} />
        <span role="status" className="w-14 text-center text-sm text-soft tabular-nums">
          {view.percent} %
        </span>
        <Tool icon={ZoomIn} label="Zoom in" onClick={view.act.zoomIn} off={bad} />
        <Tool icon={Scan} label="Show all of it" onClick={view.act.whole} off={bad} />
        <Tool icon={RotateCw} label="Turn" onClick={view.act.rotate} off={bad} />
        {(shown.pages ?? 1) > 1 && (
          <Steps what="page" at={page} of={shown.pages ?? 1} to={toPage} />
        )}
        {children}
      </div>
      <div
        ref={view.stage}
        data-stage
        className={`relative ${low ? "h-72" : "h-[52dvh] min-h-64 lg:h-[calc(100dvh-23rem)] lg:min-h-80"} overflow-hidden rounded-xl bg-sunken ring-1 ring-line ring-inset ${view.isWhole ? "touch-pan-y" : "cursor-grab touch-none active:cursor-grabbing"}`}
      >
        {bad ? (
          <p className="grid h-full place-content-center p-6 text-center">{cannotShow(mimeType)}</p>
        ) : (
          <Picture
            href={href}
            page={page + 1}
            label={`${what}: ${fileName}`}
            style={{ transform: view.transform }}
            tell={setShown}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <TextAnchor href={href} download={fileName} className="min-w-0 gap-2">
          <Download className="size-5 shrink-0" />
          <span className="wrap-anywhere">{fileName}</span>
        </TextAnchor>
        <span className="text-sm text-soft">{note}</span>
      </div>
    </div>
  );
}

interface StageProps {
  what: string;
  low: boolean;
  children: ReactNode;
}

const cannotShow = (mimeType: string) =>
  /hei[cf]/.test(mimeType)
    ? "This browser cannot show HEIC photos. Download it to look at it."
    : "This file cannot be shown here. Download it to look at it.";

interface ToolProps {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
  off?: boolean;
}

const Tool = ({ icon: Icon, label, onClick, off = false }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    disabled={off}
    onClick={onClick}
    className="grid size-11 place-items-center rounded-lg text-clay hover:bg-sunken disabled:text-soft disabled:opacity-50"
  >
    <Icon className="size-5" />
  </button>
);

interface StepsProps {
  what: string;
  at: number;
  of: number;
  to: (at: number) => void;
}

/** Buttons to the previous and the next one; after the last comes the first again. */
const Steps = ({ what, at, of, to }: StepsProps) => (
  <span className="flex items-center">
    <Tool icon={ChevronLeft} label={`Previous ${what}`} onClick={() => to((at + of - 1) % of)} />
    <span role="status" className="text-sm text-soft tabular-nums">
      {`${what[0]?.toUpperCase()}${what.slice(1)} ${at + 1} of ${of}`}
    </span>
    <Tool icon={ChevronRight} label={`Next ${what}`} onClick={() => to((at + 1) % of)} />
  </span>
);
