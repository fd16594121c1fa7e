import { QuietButton } from "./Button.tsx";

/** Leaves a form. It resets the form first, so that no draft of what was typed is kept. */
export const Cancel = ({ leave, small }: { leave: () => void; small?: boolean }) => (
  <QuietButton
    small={small}
    onClick={({ currentTarget }) => {
      currentTarget.form?.reset();
      leave();
    }}
  >
    Cancel
  </QuietButton>
);
