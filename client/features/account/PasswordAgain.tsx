import { type KeyboardEvent, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { api, reasonOf } from "../../trpc.ts";
import { DialogButtons } from "../../ui/FormButtons.tsx";
import { OwnPasswordForm } from "./OwnPasswordForm.tsx";

/** Asks people who logged in some time ago for their password, above whatever they are doing. */
export function PasswordAgain({ answer }: { answer: (typed: boolean) => void }) {
  const send = api.member.session.confirm.useMutation({
    onSuccess: () => answer(true),
    onError: (error) => reasonOf(error)?.code === "auth.signed_out" && answer(false),
  });
  const dialog = useRef<HTMLDialogElement>(null);
  const [title, what] = [useId(), useId()];
  // The browser's own dialog: another one that is open below cannot take its focus away.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  // Otherwise Escape would also close a dialog below this one.
  const keepEscape = ({ key, nativeEvent }: KeyboardEvent) =>
    key === "Escape" && nativeEvent.stopPropagation();
  const leave = (event: SyntheticEvent) => {
    event.preventDefault();
    answer(false);
  };
  return createPortal(
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={what}
      onCancel={leave}
      onKeyDown={keepEscape}
      className="m-auto max-h-[92dvh] w-[calc(100%-2rem)] max-w-md overflow-y-auto rounded-2xl bg-surface p-6 text-ink shadow-xl ring-1 ring-line backdrop:bg-shade sm:p-8"
    >
      <h2 id={title} className="text-2xl">
        Is it still you?
      </h2>
      <p id={what} className="mt-3 mb-5 text-soft">
        You signed in some time ago. Please type your current password, so that we know it is you.
      </p>
      <OwnPasswordForm send={send}>
        <DialogButtons leave={() => answer(false)}>Go on</DialogButtons>
      </OwnPasswordForm>
    </dialog>,
    document.body,
  );
}
