import { createFormControl, type FieldErrors, type Resolver, set } from "react-hook-form";
import type { z } from "zod";
import { type Complaint, complaint } from "../../server/platform/validation/schema.ts";

/** `checked` gets the schema's output for the fields and `also`, `complain` the errors. */
export async function check<Schema extends z.ZodType>(
  form: HTMLFormElement,
  schema: Schema,
  also: Record<string, unknown> | undefined,
  checked: (input: z.output<Schema>) => void,
  complain: (complaints: Complaint[]) => void,
): Promise<void> {
  let complaints: Complaint[] = [];
  const resolver: Resolver = (typed) => {
    const result = schema.safeParse({ ...typed, ...also });
    if (result.success) return { values: result.data as Record<string, unknown>, errors: {} };
    complaints = result.error.issues.map(complaint);
    const errors: FieldErrors = {};
    for (const { field, message } of complaints)
      set(errors, field || "root", { type: "schema", message });
    return { values: {}, errors };
  };
  const control = createFormControl({ resolver, shouldFocusError: false });
  for (const element of form.elements) {
    const { name, type } = element as HTMLInputElement;
    // A hidden one only keeps for a draft what `also` has.
    if (name && type !== "hidden") control.register(name).ref(element);
  }
  await control.handleSubmit(
    (input) => checked(input as z.output<Schema>),
    () => complain(complaints),
  )();
}
