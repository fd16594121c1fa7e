import { Cancel } from "./Cancel.tsx";
import { Submit } from "./Submit.tsx";

interface Props {
  leave: () => void;
  /** They stand at the right, with the one that sends last. */
  inDialog?: boolean;
  children: string;
}

/** Below a form: one button sends it, the other leaves it. */
export const FormButtons = ({ leave, inDialog = false, children }: Props) =>
  inDialog ? (
    <div className="flex flex-wrap justify-end gap-3">
      <Cancel leave={leave} />
      <Submit>{children}</Submit>
    </div>
  ) : (
    <div className="col-span-full flex flex-wrap gap-3">
      <Submit>{children}</Submit>
      <Cancel leave={leave} />
    </div>
  );
