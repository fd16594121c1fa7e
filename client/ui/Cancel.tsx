import { Button } from "./Button.tsx";

interface Props {
  leave: () => void;
  small?: boolean;
}

/** Leaves a form; what was typed is not to be kept, so that it is reset before. */
export const Cancel = ({ leave, small }: Props) => (
  <Button
    kind="quiet"
    small={small}
    onClick={({ currentTarget }) => {
      currentTarget.form?.reset();
      leave();
    }}
  >
    Cancel
  </Button>
);
