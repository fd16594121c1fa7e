import { Field } from "../../ui/Field.tsx";

/** The second field of who has a second step: their password was right. */
export default function SecondStep() {
  return (
    <>
      <p role="status">Your password is right. Now the second step.</p>
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
