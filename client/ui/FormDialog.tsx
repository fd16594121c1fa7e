import { Dialog } from "@base-ui/react/dialog";
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from "react";
import { type Button, QuietButton } from "./Button.tsx";
import { useOpener } from "./useOpener.ts";

interface Props {
  trigger: ReactElement<ComponentProps<typeof Button>>;
  title: string;
  note?: ReactNode;
  /** A form, which has its own way out, or what is only to be seen. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function FormDialog({ trigger, title, note, children }: Props) {
  const { open, wasOpened, onOpenChange, button, trigger: opens } = useOpener();
  return (
    <>
      {cloneElement(trigger, opens)}
      {wasOpened && (
        <Dialog.Root open={open} onOpenChange={onOpenChange}>
          <Dialog.Portal>
            <Dialog.Backdrop className="fixed inset-0 z-20 bg-shade" />
            <Dialog.Popup
              finalFocus={button}
              className="fixed inset-x-4 top-1/2 z-20 mx-auto max-h-[92dvh] max-w-md -translate-y-1/2 overflow-y-auto rounded-2xl bg-surface p-6 shadow-xl ring-1 ring-line sm:p-8"
            >
              <Apart>
                <Dialog.Title className="text-2xl">{title}</Dialog.Title>
                {note && (
                  <Dialog.Description className="mt-3 mb-5 text-soft">{note}</Dialog.Description>
                )}
                {typeof children === "function" ? (
                  children(() => onOpenChange(false))
                ) : (
                  <>
                    {children}
                    <div className="mt-6 flex justify-end">
                      <Dialog.Close render={<QuietButton>Close</QuietButton>} />
                    </div>
                  </>
                )}
              </Apart>
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </>
  );
}

const stop = (event: { stopPropagation: () => void }) => event.stopPropagation();

/** In React, events of a dialog also reach the form that opens it, which must not take them for its own. */
const Apart = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it is not for people, and only stops events
  <div onSubmit={stop} onInput={stop} onFocus={stop}>
    {children}
  </div>
);
