import { type ChangeEvent, useState } from "react";
import { api } from "../../trpc.ts";
import { BuildingPicture } from "../../ui/BuildingBranding.tsx";
import { Button } from "../../ui/Button.tsx";
import { showBranding, useBranding } from "../../ui/branding.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Section } from "../../ui/Section.tsx";
import { pictureOf, sendPicture } from "./picture.ts";

/** Sends a chosen picture, and says what came of it. */
function usePicture() {
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState("");
  const [said, setSaid] = useState("");
  const send = async (chosen: File) => {
    setBusy(true);
    setWhy("");
    setSaid("Sending the picture …");
    const file = await pictureOf(chosen);
    const came = typeof file === "string" ? { why: file } : await sendPicture(file);
    setBusy(false);
    setSaid("version" in came ? "This is the picture of the building now." : "");
    if ("version" in came) showBranding({ picture: came.version });
    else setWhy(came.why);
  };
  return { busy, why, said, say: setSaid, send };
}

/** The picture of the building: chosen, replaced or removed. */
export function PictureSection() {
  const { picture } = useBranding();
  const { busy, why, said, say, send } = usePicture();
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file && !busy) void send(file);
    // Lets people choose the same file again.
    target.value = "";
  };
  return (
    <Section
      title="Picture"
      note="Of the building or its front door. It is on every page, on every document and, for everybody, on the login page."
    >
      <div className="flex flex-wrap items-start gap-5">
        <BuildingPicture className="size-32 rounded-2xl" />
        <div className="min-w-0 flex-1 basis-56">
          <label htmlFor="picture" className="block font-semibold">
            {picture ? "Choose another picture" : "Choose a picture"}
          </label>
          <p id="picture-hint" className="text-sm text-soft">
            A JPEG, PNG or WebP. Where a photo was taken is left out.
          </p>
          <input
            id="picture"
            type="file"
            accept="image/*"
            aria-describedby="picture-hint picture-why"
            aria-invalid={why !== ""}
            onChange={picked}
            className="mt-1.5 block min-h-12 w-full text-[0px] file:min-h-12 file:cursor-pointer file:rounded-lg file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-base file:font-semibold file:text-ink"
          />
          <p id="picture-why" role="alert" className="mt-1 font-medium text-danger empty:hidden">
            {why}
          </p>
          <p role="status" className="mt-1 text-soft empty:hidden">
            {said}
          </p>
          {picture && <RemovePicture onDone={() => say("The picture was removed.")} />}
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
