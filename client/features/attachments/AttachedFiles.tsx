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
  /** The word for the files, such as "Proof". */
  what: string;
  files: readonly Attached[];
  /** Where the server has one of them. */
  href: (id: string) => string;
  /** Lower, because it is not what the page is about. */
  low?: boolean;
}

/** Attached files, to look at closely, with how large they are and when they came. */
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
    className="mt-3"
  />
);
