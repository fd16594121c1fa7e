import { useRef, useState } from "react";
import { QuietButton } from "./Button.tsx";

/** Reports such as "Fetched", 3000, and the total if known. @returns whether to go on */
export type OnProgress = (did: string, count: number, of?: number) => boolean;

/** Reporting more often would help nobody, and a screen reader would never stop speaking. */
const step = 1000;
const formatCount = (count: number) => count.toLocaleString("en-ZA");

export function useGoing() {
  const [words, setWords] = useState("");
  const current = useRef({ isOn: true });
  const run = async <Done,>(work: (onProgress: OnProgress) => Promise<Done>): Promise<Done> => {
    const mine = { isOn: true };
    current.current = mine;
    try {
      return await work((did, count, of) => {
        const steps = Math.floor(count / step) * step;
        if (mine.isOn && steps > 0)
          setWords(
            `${did} ${formatCount(steps)}${of === undefined ? "" : ` of ${formatCount(of)}`}`,
          );
        return mine.isOn;
      });
    } finally {
      setWords("");
    }
  };
  const stop = () => {
    current.current.isOn = false;
    setWords("");
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  /** Floats over the page, so that nothing on it moves. */
  const panel = words && (
    <div className="fixed inset-x-4 bottom-20 z-10 mx-auto flex max-w-sm items-center justify-between gap-4 rounded-2xl bg-surface p-4 shadow-xl ring-1 ring-line lg:bottom-6 print:hidden">
      <p role="status" className="font-semibold tabular-nums">
        {words}
      </p>
      <QuietButton small onClick={stop}>
        Stop
      </QuietButton>
    </div>
  );
  return { run, panel };
}
