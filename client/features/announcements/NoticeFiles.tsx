import { type Answers, api, utils } from "../../trpc.ts";
import { AttachAtOnce } from "../attachments/AttachFiles.tsx";
import { RemovePhotos } from "../attachments/RemovePhotos.tsx";

type Props = Pick<Answers["member"]["notices"]["mine"][number], "id" | "files">;

const refresh = () => utils.member.notices.invalidate();

/** The files of a notice for whoever may change it. What is chosen is sent at once. */
export function ChangeFiles({ id: announcementId, files }: Props) {
  const remove = api.member.notices.removeFile.useMutation({ onSettled: refresh });
  return (
    <div className="mt-4 grid gap-4">
      <AttachAtOnce
        kind="noticeFiles"
        address={`/api/property/notices/${announcementId}/files`}
        label="Files"
        hint="A form, a plan or photos. Whoever sees the notice can open them."
        said={(sent) => `${sent === 1 ? "The file is" : `${sent} files are`} with the notice.`}
        onSent={refresh}
      />
      <RemovePhotos
        photos={files}
        called="file"
        remove={(fileId) => remove.mutateAsync({ announcementId, fileId })}
        consequence="is then gone for everybody."
      />
    </div>
  );
}
