import { useState } from "react";
import { api } from "../../trpc.ts";
import { BuildingPicture } from "../../ui/BuildingBranding.tsx";
import { Button } from "../../ui/Button.tsx";
import { showBranding, useBranding } from "../../ui/branding.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Section } from "../../ui/Section.tsx";
import { AttachAtOnce } from "../attachments/AttachFiles.tsx";

/** The picture of the building: chosen, replaced or removed. */
export function PictureSection() {
  const { picture } = useBranding();
  const [removed, setRemoved] = useState(false);
  const sent = (answers: readonly { version: string }[]) => {
    setRemoved(false);
    for (const { version } of answers) showBranding({ picture: version });
  };
  return (
    <Section
      title="Picture"
      note="Of the building or its front door. It is on every page, on every document and, for everybody, on the login page."
    >
      <div className="flex flex-wrap items-start gap-5">
        <BuildingPicture className="size-32 rounded-2xl" />
        <div className="min-w-0 flex-1 basis-56">
          <AttachAtOnce
            kind="picture"
            address="/api/property/admin/building/picture"
            label={picture ? "Choose another picture" : "Choose a picture"}
            hint="A JPEG, PNG or WebP. Where a photo was taken is left out."
            onSent={sent}
            said={() => (picture ? "This is the picture of the building now." : "")}
          />
          {picture && <RemovePicture onDone={() => setRemoved(true)} />}
          <p role="status" className="mt-1 text-soft empty:hidden">
            {removed && "The picture was removed."}
          </p>
        </div>
      </div>
    </Section>
  );
}

function RemovePicture({ onDone }: { onDone: () => void }) {
  const remove = api.admin.buildingPicture.remove.useMutation({
    onSuccess: () => {
      showBranding({ picture: null });
      onDone();
    },
  });
  return (
    <ConfirmDialog
      trigger={
        <Button kind="plain" small className="mt-1 -ml-3">
          Remove the picture
        </Button>
      }
      title="Remove the picture?"
      action="Remove the picture"
      onConfirm={() => remove.mutateAsync()}
    >
      Pages and documents then show the name of the building alone.
    </ConfirmDialog>
  );
}
