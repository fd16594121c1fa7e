import { useState } from "react";
import { Field } from "../../ui/Field.tsx";

interface Props {
  proven?: string;
  refused: boolean;
}

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
        // Not stored in drafts.
        data-secret
      />
    </>
  );
}
