import { Lock } from "lucide-react";
import { api, utils } from "../../trpc.ts";
import { IconText } from "../../ui/IconText.tsx";
import { AttachedFiles } from "../attachments/AttachedFiles.tsx";
import { AttachAtOnce } from "../attachments/AttachFiles.tsx";
import { RemovePhotos } from "../attachments/RemovePhotos.tsx";
import type { RequestFile } from "./columns.tsx";

const refresh = () => utils.member.maintenance.invalidate();

interface Props {
  requestId: string;
  files: NonNullable<RequestFile["about"]>["internalFiles"];
}

/** Photos and papers for staff and admins, in the colour of internal notes. What is chosen is sent at once. */
export function InternalFiles({ requestId, files }: Props) {
  const address = `/api/property/requests/${encodeURIComponent(requestId)}/internal-files`;
  const remove = api.member.maintenance.removeInternalFile.useMutation({ onSettled: refresh });
  return (
    <section
      aria-label="Internal files"
      className="mt-8 grid max-w-3xl grid-cols-1 gap-3 rounded-lg border-2 border-dashed border-notice p-3 sm:p-4 print:hidden"
    >
      <IconText icon={Lock} className="text-sm font-semibold whitespace-normal! text-notice">
        Internal, residents never see it
      </IconText>
      {files.length > 0 && (
        <AttachedFiles
          what="Internal file"
          low
          files={files}
          href={(id) => `${address}/${encodeURIComponent(id)}`}
        />
      )}
      <AttachAtOnce
        kind="internalFiles"
        address={address}
        label="Internal photos and papers"
        hint="Such as a quote: PDF or photos, for staff and admins."
        said={(sent) => `${sent === 1 ? "The file is" : `${sent} files are`} there.`}
        onSent={refresh}
      />
      <RemovePhotos
        photos={files.filter(({ canBeRemoved }) => canBeRemoved)}
        called="file"
        remove={(internalFileId) => remove.mutateAsync({ requestId, internalFileId })}
        consequence="is then gone for everybody."
      />
    </section>
  );
}
