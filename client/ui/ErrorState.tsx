import { wordsOf } from "../trpc.ts";
import { Button } from "./Button.tsx";
import { Again, Alert } from "./icons.tsx";

interface Props {
  error: unknown;
  retry: () => unknown;
  /** The failure in words, those of the specification where it has some. */
  title?: string;
  /** Whether it replaces a whole page; its title is then the page's heading. */
  page?: boolean;
}

/** Shown by a list or a page that could not be loaded: the error, and Retry. */
export const ErrorState = ({ error, retry, title = "This could not be loaded", page }: Props) => (
  <div role="alert" className="mx-auto flex max-w-md flex-col items-start gap-4 px-4 py-12">
    <Alert className="size-9 text-danger" />
    <div>
      {page ? <h1 className="text-xl">{title}</h1> : <p className="font-semibold">{title}</p>}
      <p className="text-soft">{wordsOf(error)}</p>
    </div>
    <Button kind="quiet" onClick={() => retry()}>
      <Again className="size-5" />
      Retry
    </Button>
  </div>
);
