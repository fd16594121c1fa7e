import { Moment } from "../../ui/DateTime.tsx";
import { sayBytes } from "../../ui/size.ts";
import { Viewer } from "../../ui/Viewer.tsx";

interface Attached {
  id: string;
  fileName: string;
  mimeType: string;
  size: number;
  addedAt: string;
}

interface Props {
  what: string;
  files: readonly Attached[];
  href: (id: string) => string;
  low?: boolean;
}

export const AttachedFiles = ({ what, files, href, low = false }: Props) => (
  <Viewer
    what={what}
    low={low}
    files={files.map(({ id, fileName, mimeType, size, addedAt }) => ({
      id,
      fileName,
      mimeType,
      href: href(id),
      note: (
        <>
          {sayBytes(size)}, <Moment at={addedAt} />
        </>
      ),
    }))}
  />
);
