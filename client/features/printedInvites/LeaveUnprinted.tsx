import { useBlocker } from "@tanstack/react-router";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog, Question } from "../../ui/ConfirmDialog.tsx";

const dialogProps = {
  title: "Leave without printing?",
  action: "Leave",
  children:
    "The codes on these sheets are shown only here. If you leave now, nobody can read them any more, and the sheets and links that these people had before no longer work. You would have to make new sheets.",
};

/** Done while the invites are not printed yet, and a question on every other way out. */
export function LeaveUnprinted({ done }: { done: () => void }) {
  const { status, reset, proceed } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <>
      <ConfirmDialog
        {...dialogProps}
        trigger={<Button kind="quiet">Done</Button>}
        onConfirm={async () => done()}
      />
      <Question
        {...dialogProps}
        open={status === "blocked"}
        turn={(open) => !open && reset?.()}
        onConfirm={async () => proceed?.()}
      />
    </>
  );
}
