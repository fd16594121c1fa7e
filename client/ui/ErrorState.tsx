import { CircleAlert, RotateCw } from "lucide-react";
import { wordsOf } from "../trpc.ts";
import { QuietButton } from "./Button.tsx";

interface Props {
  error: unknown;
  retry: () => unknown;
  title?: string;
  page?: boolean;
}

export const ErrorState = ({ error, retry, title = "This could not be loaded", page }: Props) => (
  <div role="alert" className="mx-auto flex max-w-md flex-col items-start gap-4 px-4 py-12">
    <CircleAlert className="size-9 text-danger" />
    <div>
      {page ? <h1 className="text-xl">{title}</h1> : <p className="font-semibold">{title}</p>}
      <p className="text-soft">{wordsOf(error)}</p>
    </div>
    <QuietButton onClick={() => retry()}>
      <RotateCw className="size-5" />
      Retry
    </QuietButton>
  </div>
);
