import { useRouter } from "@tanstack/react-router";
import { maintenanceTypes } from "../../../server/features/people/schema.ts";
import type { Role } from "../../../server/platform/auth/schema.ts";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";

const signUp = () =>
  import("../../../server/features/people/schema.ts").then((schemas) => schemas.signUp);

/** Signs somebody up; who is signed in stays so. Goes back one page when it is done. */
export function SignUpForm({ as: role, title }: { as: Role; title: string }) {
  const router = useRouter();
  const utils = api.useUtils();
  const send = api.admin.people.signUp.useMutation({
    onSuccess: () => utils.admin.people.invalidate(),
  });
  return (
    <>
      <PageHeader
        title={title}
        note="You type their first password; Stoep asks them for one of their own when they first log in."
      />
      <Form
        schema={signUp}
        send={send}
        also={{ role }}
        onDone={() => router.history.back()}
        className="grid max-w-3xl gap-5 sm:grid-cols-2"
      >
        <PersonFields />
        {role === "Staff" && (
          <SelectField
            label="Maintenance Type"
            name="maintenanceType"
            options={maintenanceTypes}
            placeholder="Choose a type"
          />
        )}
        <Field label="Password" name="password" type="password" autoComplete="new-password" />
        <Field
          label="Confirm Password"
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
        />
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" busy={send.isPending}>
            Sign Up
          </Button>
          <Button kind="quiet" onClick={() => router.history.back()}>
            Cancel
          </Button>
        </div>
      </Form>
    </>
  );
}

/** Who it is; the sign-up forms and the invite ask the same. */
export const PersonFields = () => (
  <>
    <Field label="Name" name="name" autoComplete="off" />
    <Field label="Surname" name="surname" autoComplete="off" />
    <Field
      label="Username"
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
    <Field label="Email" name="email" type="email" autoComplete="off" />
    <Field label="Cellphone" name="cellPhone" type="tel" autoComplete="off" />
    <Field label="ID/Passport number" name="idNumber" autoComplete="off" />
    <Field label="Apartment/Room Number (optional)" name="address" autoComplete="off" />
  </>
);
