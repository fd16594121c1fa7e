import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { Cancel } from "../../ui/Cancel.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { useBack } from "../../ui/useBack.ts";
import { PersonFields, personSchema } from "./PersonFields.tsx";

export const Route = createFileRoute("/admin/people/new")({
  staticData: { title: "Add a person" },
  component: NewPerson,
});

function NewPerson() {
  const back = useBack("/admin/units");
  const send = api.admin.people.add.useMutation({ onSuccess: () => utils.invalidate() });
  const isShared = send.error?.data?.reason?.code === "people.email_shared";
  return (
    <>
      <PageHeader
        title="Add a person"
        note="For the register: owners who live elsewhere, companies and trusts, agents, banks. They do not log in. People who log in are signed up on Residents or Staff."
      />
      <Form schema={personSchema} send={send} onDone={back} className="grid max-w-md gap-5">
        <PersonFields isShared={isShared} />
        <div className="flex flex-wrap gap-3">
          <Submit>Add the person</Submit>
          <Cancel leave={back} />
        </div>
      </Form>
    </>
  );
}
