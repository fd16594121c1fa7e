import { useState } from "react";
import { Field } from "../../ui/Field.tsx";

interface Props {
  /** Says that the first step was taken, until anything is refused: then only that is said. */
  proven?: string;
  refused: boolean;
}

/** The field of who has a second step, once the first was taken. */
export default function SecondStep({ proven = "Your password is right.", refused }: Props) {
  const [wasRefused, setWasRefused] = useState(false);
  if (refused && !wasRefused) setWasRefused(true);
  return (
    <>
      {!wasRefused && <p role="status">{proven} Now the second step.</p>}
      <Field
        label="Code"
        name="code"
        hint="The 6 digits that your app shows, or one of your recovery codes"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        // No draft keeps it.
        data-secret
      />
    </>
  );
}
