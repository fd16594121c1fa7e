import { type ReactNode, useState } from "react";
import { QuietButton } from "./Button.tsx";
import { Question } from "./ConfirmDialog.tsx";
import { usePrintAlone } from "./usePrintAlone.tsx";

interface Asked {
  letters: readonly string[];
  print: () => Promise<void>;
  answer: (saves: boolean) => void;
}

export function useMissingLetters() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { page, print } = usePrintAlone();
  /** Asks nobody if no letter is missing. @returns whether to save it */
  const ask = (letters: readonly string[], draw: () => ReactNode | Promise<ReactNode>) =>
    letters.length === 0
      ? Promise.resolve(true)
      : new Promise<boolean>((resolve) => {
          const answer = (saves: boolean) => {
            setAsked(null);
            resolve(saves);
          };
          setAsked({ letters, print: async () => print(await draw()), answer });
        });
  const panel = (
    <>
      {asked && <MissingLetters {...asked} />}
      {page}
    </>
  );
  return { ask, panel };
}

const mostShown = 12;

/** The PDF cannot write some letters, which the browser can print. */
const MissingLetters = ({ letters, print, answer }: Asked) => (
  <Question
    open
    onOpenChange={(open) => open || answer(false)}
    title="The PDF lacks some letters"
    action="Print"
    harmless
    onConfirm={print}
  >
    <p>
      It cannot write{" "}
      <bdi className="font-semibold text-ink">{letters.slice(0, mostShown).join(" ")}</bdi>
      {letters.length > mostShown && ` and ${letters.length - mostShown} more`}. Your browser can:
      print it there, on paper or as a PDF.
    </p>
    <QuietButton small className="mt-4" onClick={() => answer(true)}>
      Save it with � in their place
    </QuietButton>
  </Question>
);
