import { Button } from "./Button.tsx";

interface Props {
  leave: () => void;
  small?: boolean;
}

/** Leaves a form. It resets the form first, so that no draft of what was typed is kept. */
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
