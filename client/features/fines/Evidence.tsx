import type { Answers } from "../../trpc.ts";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Section } from "../../ui/Section.tsx";
import { AttachedFiles } from "../attachments/AttachedFiles.tsx";
import { FinePhotos, useFinePhotos } from "./FinePhotos.tsx";

type Evidence = Answers["admin"]["evidence"]["of"];

export const EvidencePhotos = ({ photos }: { photos: Evidence }) => (
  <AttachedFiles
    what="Photo"
    low
    files={photos}
    href={(id) => `/api/property/fine-evidence/${id}/file`}
  />
);

/** The same for admins, who add and remove photos. */
export function EvidenceOfFine({ fineId }: { fineId: string }) {
  const [photos] = api.admin.evidence.of.useSuspenseQuery({ fineId });
  const { sendTo, ...more } = useFinePhotos();
  return (
    <Section title="Photos of what happened" className="min-w-0">
      {photos.length > 0 && <EvidencePhotos photos={photos} />}
      <div className="mt-3 grid max-w-md gap-3 print:hidden">
        <FinePhotos photos={more} />
        {more.hasMore && (
          <Button
            busy={more.busy}
            onClick={() => void sendTo(fineId)}
            className="justify-self-start"
          >
            Add to the fine
          </Button>
        )}
        {photos.length > 0 && <RemovePhotos photos={photos} />}
      </div>
    </Section>
  );
}

function RemovePhotos({ photos }: { photos: Evidence }) {
  const remove = api.admin.evidence.remove.useMutation({
    onSuccess: () =>
      Promise.all([utils.admin.evidence.invalidate(), utils.resident.evidence.invalidate()]),
  });
  return (
    <ul className="flex flex-wrap gap-x-3">
      {photos.map(({ id, fileName }) => (
        <li key={id} className="min-w-0">
          <ConfirmDialog
            trigger={
              <Button kind="plain" small className="max-w-full wrap-anywhere whitespace-normal">
                Remove {fileName}
              </Button>
            }
            title="Remove this photo?"
            action="Remove the photo"
            onConfirm={() => remove.mutateAsync({ evidenceId: id })}
          >
            {fileName} is then no longer with the fine, and the resident does not see it any more.
          </ConfirmDialog>
        </li>
      ))}
    </ul>
  );
}
