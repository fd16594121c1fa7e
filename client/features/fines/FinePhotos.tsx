import { utils } from "../../trpc.ts";
import { AttachFiles } from "../attachments/AttachFiles.tsx";
import { type Attachments, useAttachments } from "../attachments/useAttachments.ts";

/** Photos of what a fine is for, which are sent once the fine is there. */
export function useFinePhotos() {
  const { send, ...attachments } = useAttachments("evidence");
  return {
    ...attachments,
    /** @returns whether all of them arrived */
    sendTo: async (fineId: string): Promise<boolean> => {
      const address = `/api/property/admin/fines/${encodeURIComponent(fineId)}/evidence`;
      const { areAll } = await send(address);
      await Promise.all([utils.admin.evidence.invalidate(), utils.resident.evidence.invalidate()]);
      return areAll;
    },
  };
}

export const FinePhotos = ({ photos }: { photos: Omit<Attachments, "send"> }) => (
  <AttachFiles
    attachments={photos}
    label="Photos"
    hint="Of what happened, if you have any. The resident sees them too. Where a photo was taken is left out."
    said={(sent) => `${sent === 1 ? "The photo is" : `${sent} photos are`} with the fine.`}
  />
);
