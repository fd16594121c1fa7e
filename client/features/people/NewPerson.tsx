import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { FormPage } from "../../ui/FormPage.tsx";
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
    <FormPage
      title="Add a person"
      note="For the register: owners who live elsewhere, companies and trusts, agents, banks. They do not log in. People who log in are signed up on Residents or Staff."
      schema={personSchema}
      send={send}
      action="Add the person"
      back={back}
    >
      <PersonFields isShared={isShared} />
    </FormPage>
  );
}
