import { Button } from "./Button.tsx";
import { Question } from "./ConfirmDialog.tsx";

interface Props {
  letters: readonly string[];
  print: () => void;
  answer: (saves: boolean) => void;
}

const mostShown = 12;

/** A dialog: the PDF cannot write some letters, which the browser can print. */
export default function MissingLetters({ letters, print, answer }: Props) {
  const shown = letters.slice(0, mostShown).join(" ");
  return (
    <Question
      open
      onOpenChange={(open) => open || answer(false)}
      title="The PDF lacks some letters"
      action="Print"
      harmless
      onConfirm={async () => print()}
    >
      <p>
        It cannot write <bdi className="font-semibold text-ink">{shown}</bdi>
        {letters.length > mostShown && ` and ${letters.length - mostShown} more`}. Your browser can:
        print it there, on paper or as a PDF.
      </p>
      <Button kind="quiet" small className="mt-4" onClick={() => answer(true)}>
        Save it with � in their place
      </Button>
    </Question>
  );
}
