import { useState } from "react";
import type { Stage } from "../../../server/features/maintenance/schema.ts";
import { api, refreshes, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/Fields.tsx";
import { Section } from "../../ui/Section.tsx";
import { AttachedFiles } from "../attachments/AttachedFiles.tsx";
import { AttachFiles } from "../attachments/AttachFiles.tsx";
import { RemovePhotos } from "../attachments/RemovePhotos.tsx";
import { type Attachments, useAttachments } from "../attachments/useAttachments.ts";
import type { RequestFile, Viewer } from "./columns.tsx";

/** Photos of a request, which are sent once it is there. */
export function useRequestPhotos() {
  const { send, ...attachments } = useAttachments("requestPhotos");
  return {
    ...attachments,
    /** @returns whether all of them arrived */
    sendTo: async (requestId: string, stage: Stage, only?: string): Promise<boolean> => {
      const address = `/api/property/requests/${encodeURIComponent(requestId)}/photos`;
      const { areAll } = await send(address, { stage }, only);
      await utils.member.maintenance.invalidate();
      return areAll;
    },
  };
}

interface ChooseProps {
  photos: Omit<Attachments, "send">;
  retry?: (key: string) => void;
}

export const ChoosePhotos = ({ photos, ...retry }: ChooseProps) => (
  <AttachFiles
    {...retry}
    attachments={photos}
    label="Photos"
    hint="If you have any. Where a photo was taken is left out."
    said={(sent) => `${sent === 1 ? "The photo is" : `${sent} photos are`} with the request.`}
  />
);

interface Props {
  request: RequestFile;
  as: Viewer;
}

const titles: Readonly<Record<Stage, string>> = {
  before: "What is broken",
  after: "What was done",
};
const stages = Object.entries(titles) as [Stage, string][];

export const RequestPhotos = ({ request: { id: requestId, photos } }: Pick<Props, "request">) =>
  photos.length > 0 && (
    <Section title="Photos" className="mt-10 max-w-3xl">
      <div className="grid grid-cols-1 gap-x-10 sm:grid-cols-2">
        {stages.map(([stage, title]) => {
          const shown = photos.filter((photo) => photo.stage === stage);
          return (
            shown.length > 0 && (
              <div key={stage} className="min-w-0">
                <h3 className="mt-3 font-semibold">{title}</h3>
                <AttachedFiles
                  what={`Photo ${stage}`}
                  low
                  files={shown}
                  href={(id) => `/api/property/requests/${requestId}/photos/${id}`}
                />
              </div>
            )
          );
        })}
      </div>
    </Section>
  );

export function AddPhotos({ request: { id: requestId, photos }, as }: Props) {
  const { sendTo, ...more } = useRequestPhotos();
  const [stage, setStage] = useState<Stage>(as === "resident" ? "before" : "after");
  const remove = api.member.maintenance.removePhoto.useMutation(
    refreshes(utils.member.maintenance),
  );
  return (
    <Section title="More photos" className="mt-10 max-w-md print:hidden">
      <div className="mt-2 grid gap-3">
        <ChoosePhotos photos={more} retry={(key) => void sendTo(requestId, stage, key)} />
        {more.hasMore && (
          <>
            {as !== "resident" && (
              <SelectField
                label="They show"
                name="stage"
                options={stages}
                value={stage}
                onChange={({ target }) => setStage(target.value as Stage)}
              />
            )}
            <Button
              busy={more.busy}
              onClick={() => void sendTo(requestId, stage)}
              className="justify-self-start"
            >
              Add to the request
            </Button>
          </>
        )}
        <RemovePhotos
          photos={photos.filter(({ canBeRemoved }) => canBeRemoved)}
          remove={(photoId) => remove.mutateAsync({ requestId, photoId })}
          consequence="is then gone for everybody."
        />
      </div>
    </Section>
  );
}
