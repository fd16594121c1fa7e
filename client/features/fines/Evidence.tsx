import type { Answers } from "../../trpc.ts";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Section } from "../../ui/Section.tsx";
import { AttachedFiles } from "../attachments/AttachedFiles.tsx";
import { RemovePhotos } from "../attachments/RemovePhotos.tsx";
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
  const remove = api.admin.evidence.remove.useMutation({
    onSuccess: () =>
      Promise.all([utils.admin.evidence.invalidate(), utils.resident.evidence.invalidate()]),
  });
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
        <RemovePhotos
          photos={photos}
          remove={(evidenceId) => remove.mutateAsync({ evidenceId })}
          consequence="is then no longer with the fine, and the resident does not see it any more."
        />
      </div>
    </Section>
  );
}
