import { createFileRoute } from "@tanstack/react-router";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";

export const Route = createFileRoute("/admin/fines/update")({
  staticData: { title: "Update a fine" },
  component: ChooseFine,
});

function ChooseFine() {
  return (
    <>
      <PageHeader
        title="Update a fine"
        note="This address names no fine. Choose one from the list; then its status can be set."
      />
      <ButtonLink to="/admin/fines">Choose a fine</ButtonLink>
    </>
  );
}
