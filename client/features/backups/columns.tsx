import { CircleCheck, CircleDashed, Lock } from "lucide-react";
import type { MouseEvent } from "react";
import type { Answers } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import type { Column } from "../../ui/column.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { findMoment, sayFullMoment } from "../../ui/days.ts";
import { IconText } from "../../ui/IconText.tsx";
import { sayBytes } from "../../ui/size.ts";
import { TextAnchor } from "../../ui/TextLink.tsx";

export type Archive = Answers["admin"]["backups"]["overview"]["archives"][number];

type Rehearsal = NonNullable<Archive["rehearsal"]>;

const quantity = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-ZA")} ${count === 1 ? one : many}`;

const countOf = ({ kinds }: Rehearsal, kind: string) =>
  kinds.find((each) => each.kind === kind)?.rows ?? 0;

/** "64 people, 120 fines, 56 files". */
export const holds = (rehearsal: Rehearsal) =>
  [
    quantity(countOf(rehearsal, "People"), "person", "people"),
    quantity(countOf(rehearsal, "Fines"), "fine", "fines"),
    quantity(rehearsal.files, "file", "files"),
  ].join(", ");

const state = ({ rehearsal }: Archive) => (rehearsal ? "Passed" : "Not tested");

interface Actions {
  download: (address: string, name: string) => void;
  restore: (name: string) => void;
}

export const columnsWith = ({ download, restore }: Actions): readonly Column<Archive>[] => [
  {
    key: "made",
    label: "Made",
    value: ({ madeAt }) => madeAt,
    text: ({ madeAt }) => sayFullMoment(new Date(madeAt)),
    find: ({ madeAt }) => findMoment(new Date(madeAt)),
    show: ({ madeAt }) => <Moment at={madeAt} />,
    whole: true,
  },
  {
    key: "size",
    label: "Size",
    value: ({ size }) => size,
    text: ({ size }) => sayBytes(size),
    right: true,
  },
  {
    key: "holds",
    label: "Holds",
    phone: "away",
    value: ({ rehearsal }) => (rehearsal ? countOf(rehearsal, "People") : 0),
    text: ({ rehearsal }) => (rehearsal ? holds(rehearsal) : ""),
  },
  {
    key: "state",
    label: "Tested",
    phone: "end",
    value: state,
    show: (archive) => (
      <IconText
        icon={archive.rehearsal ? CircleCheck : CircleDashed}
        colour={archive.rehearsal ? "text-fynbos" : "text-soft"}
      >
        {state(archive)}
      </IconText>
    ),
  },
  {
    key: "encrypted",
    label: "Encrypted",
    phone: "away",
    value: ({ encrypted }) => (encrypted ? "Yes" : "No"),
    show: ({ encrypted }) => (encrypted ? <IconText icon={Lock}>Yes</IconText> : "No"),
  },
  {
    key: "action",
    label: "Action",
    show: ({ id, madeAt }) => {
      const which = `the backup of ${sayFullMoment(new Date(madeAt))}`;
      const address = `/api/property/admin/backups/${id}/file`;
      const fetchIt = (event: MouseEvent) => {
        event.preventDefault();
        download(address, id);
      };
      return (
        <span className="flex flex-wrap gap-1 sm:gap-2 lg:flex-nowrap">
          <TextAnchor href={address} download={id} onClick={fetchIt} className="relative">
            Download<span className="sr-only"> {which}</span>
          </TextAnchor>
          <QuietButton small which={which} onClick={() => restore(id)}>
            Restore
          </QuietButton>
        </span>
      );
    },
  },
];
