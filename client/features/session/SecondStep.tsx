import { Field } from "../../ui/Field.tsx";

/** The field of who has a second step, once the first was taken; `proven` says so. */
export default function SecondStep({ proven = "Your password is right." }) {
  return (
    <>
      <p role="status">{proven} Now the second step.</p>
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
