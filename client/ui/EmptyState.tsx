import door from "./drawings/frontDoor.svg";
import board from "./drawings/noticeBoard.svg";
import tea from "./drawings/teaOnTheStep.svg";

const drawings = { tea, board, door };
export type Drawing = keyof typeof drawings;

/** A drawing whose size is known before it has loaded. Its words are those below it. */
export const DrawingOf = ({ drawing }: { drawing: Drawing }) => (
  <img
    src={drawings[drawing]}
    alt=""
    width="200"
    height="120"
    className="h-30 w-50 max-w-full print:hidden"
  />
);

interface Props {
  /** Only for a list that has nothing at all, not for a search that finds nothing. */
  drawing?: Drawing | undefined;
  children: string;
}

export const EmptyState = ({ drawing, children }: Props) => (
  <div className="py-6">
    {drawing && <DrawingOf drawing={drawing} />}
    <p className={`text-soft ${drawing ? "mt-3" : ""}`}>{children}</p>
  </div>
);
