import { Cancel } from "./Cancel.tsx";
import { Submit } from "./Submit.tsx";

interface Props {
  leave: () => void;
  children: string;
}

/** Below a form: one button sends it, the other leaves it. */
export const FormButtons = ({ leave, children }: Props) => (
  <div className="col-span-full flex flex-wrap gap-3">
    <Submit>{children}</Submit>
    <Cancel leave={leave} />
  </div>
);

/** In a dialog they stand at the right, with the one that sends last. */
export const DialogButtons = ({ leave, children }: Props) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Cancel leave={leave} />
    <Submit>{children}</Submit>
  </div>
);
