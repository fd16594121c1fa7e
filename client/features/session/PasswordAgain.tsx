import { useState } from "react";
import { reasonOf } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";

/** In forms that make another way in: the field for one's own password, from when the server wants it. */
export function PasswordAgain({ error }: { error: unknown }) {
  const [wanted, setWanted] = useState(false);
  if (!wanted && reasonOf(error)?.field === "currentPassword") setWanted(true);
  if (!wanted) return null;
  return (
    <Field
      label="Current password"
      name="currentPassword"
      type="password"
      autoComplete="current-password"
      autoFocus
    />
  );
}

export const perhapsOwnPassword = () =>
  import("../../../server/features/factors/schema.ts").then(
    (schemas) => schemas.perhapsOwnPassword,
  );
