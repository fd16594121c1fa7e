import { lazy, type ReactNode, Suspense, useState } from "react";
import { usePrintAlone } from "./usePrintAlone.tsx";

const MissingLetters = lazy(() => import("./MissingLetters.tsx"));

interface Asked {
  letters: readonly string[];
  print: () => void;
  /** Whether to save the PDF although it lacks them. */
  answer: (saves: boolean) => void;
}

/** Says before a PDF is saved which letters it would lack, and prints it with the browser instead. */
export function useMissingLetters() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { page, print } = usePrintAlone();
  /**
   * @param letters what the PDF's font lacks; nobody is asked if that is nothing
   * @param draw the same paper for the browser to print
   * @returns whether to save it
   */
  const ask = (letters: readonly string[], draw: () => ReactNode) =>
    letters.length === 0
      ? Promise.resolve(true)
      : new Promise<boolean>((resolve) => {
          const answer = (saves: boolean) => {
            setAsked(null);
            resolve(saves);
          };
          setAsked({ letters, print: () => print(draw()), answer });
        });
  const panel = (
    <>
      {asked && (
        <Suspense>
          <MissingLetters {...asked} />
        </Suspense>
      )}
      {page}
    </>
  );
  return { ask, panel };
}
