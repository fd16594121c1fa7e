import { GlobalWorkerOptions, getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import worker from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = worker;

/** The longer side of a drawn page, in pixels: enough to read small print when zoomed in. */
const longSide = 2400;

/** Nothing in the PDF runs: no scripts, forms or links. @throws if it is none */
export async function openPdf(href: string) {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const task = getDocument({
    data: await answer.arrayBuffer(),
    isEvalSupported: false,
    enableXfa: false,
    // Our content security policy allows no WebAssembly.
    useWasm: false,
    useSystemFonts: true,
  });
  const pdf = await task.promise;
  const draw = async (number: number, canvas: HTMLCanvasElement) => {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: longSide / Math.max(width, height) });
    const size = { width: Math.floor(viewport.width), height: Math.floor(viewport.height) };
    Object.assign(canvas, size);
    await page.render({ canvas, viewport }).promise;
    return size;
  };
  return { pages: pdf.numPages, draw, close: () => task.destroy() };
}
