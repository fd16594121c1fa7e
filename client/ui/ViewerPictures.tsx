import { type CSSProperties, useEffect, useRef, useState } from "react";
import type { openPdf } from "./pdfPages.ts";
import { Spinner } from "./Spinner.tsx";
import type { Size } from "./view.ts";

export interface Shown extends Size {
  state: "loading" | "shown" | "failed";
  pages?: number;
}

interface Props {
  href: string;
  page: number;
  label: string;
  style: CSSProperties;
  tell: (shown: Shown) => void;
}

const failed: Shown = { width: 1, height: 1, state: "failed" };
const look = "absolute top-1/2 left-1/2 max-w-none select-none";

export const Photo = ({ href, label, style, tell }: Props) => (
  <img
    src={href}
    alt={label}
    draggable={false}
    style={style}
    className={look}
    onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
      tell({ width, height, state: "shown" })
    }
    onError={() => tell(failed)}
  />
);

type Pdf = Awaited<ReturnType<typeof openPdf>>;

/** One page of a PDF, drawn. The library for that loads when the first one is looked at. */
export function PdfPicture({ href, page, label, style, tell }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<Pdf>();
  const [ready, setReady] = useState(false);
  const told = useRef(tell);
  told.current = tell;
  useEffect(() => {
    let gone = false;
    let opened: Pdf | undefined;
    const open = async () => {
      opened = await (await import("./pdfPages.ts")).openPdf(href);
      if (gone) await opened.close();
      else setPdf(opened);
    };
    open().catch(() => gone || told.current(failed));
    return () => {
      gone = true;
      void opened?.close();
    };
  }, [href]);
  useEffect(() => {
    if (!pdf || !canvas.current) return;
    let gone = false;
    const drawn = (size: Size) => {
      if (gone) return;
      setReady(true);
      told.current({ ...size, state: "shown", pages: pdf.pages });
    };
    const { pages } = pdf;
    pdf.draw(page, canvas.current).then(drawn, () => gone || told.current({ ...failed, pages }));
    return () => {
      gone = true;
    };
  }, [pdf, page]);
  return (
    <>
      {!ready && (
        <span className="grid h-full place-content-center">
          <Spinner />
        </span>
      )}
      <canvas
        key={page}
        ref={canvas}
        role="img"
        aria-label={label}
        style={style}
        className={`${look} bg-white`}
      />
    </>
  );
}
