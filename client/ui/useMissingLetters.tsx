import { lazy, type ReactNode, Suspense, useState } from "react";
import { usePrintAlone } from "./usePrintAlone.tsx";

const MissingLetters = lazy(() => import("./MissingLetters.tsx"));

interface Asked {
  letters: readonly string[];
  print: () => void;
  answer: (saves: boolean) => void;
}

export function useMissingLetters() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { page, print } = usePrintAlone();
  /** Asks nobody if no letter is missing. @returns whether to save it */
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
