import { CircleCheck, CircleDashed, Lock } from "lucide-react";
import type { Answers } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFullMoment } from "../../ui/days.ts";
import { Moment } from "../../ui/Moment.tsx";
import { sayBytes } from "../../ui/size.ts";
import type { Column } from "../../ui/Table.tsx";
import { TextAnchor } from "../../ui/TextLink.tsx";

export type Archive = Answers["admin"]["backups"]["overview"]["archives"][number];

/** "12 340 rows, 56 files". */
export const holds = ({ rows, files }: { rows: number; files: number }) =>
  `${rows.toLocaleString("en-ZA")} ${rows === 1 ? "row" : "rows"}, ${files.toLocaleString("en-ZA")} ${files === 1 ? "file" : "files"}`;

const state = ({ rehearsal }: Archive) => (rehearsal ? "Passed" : "Not tried out");

/** The list of backups. @param restore begins to look at one */
export const columnsWith = (restore: (name: string) => void): readonly Column<Archive>[] => [
  {
    key: "made",
    label: "Made",
    value: ({ madeAt }) => madeAt,
    text: ({ madeAt }) => sayFullMoment(new Date(madeAt)),
    show: ({ madeAt }) => <Moment at={madeAt} />,
    whole: true,
  },
  {
    key: "size",
    label: "Size",
    value: ({ size }) => size,
    text: ({ size }) => sayBytes(size),
    show: ({ size }) => sayBytes(size),
    right: true,
  },
  {
    key: "holds",
    label: "Holds",
    value: ({ rehearsal }) => rehearsal?.rows ?? 0,
    text: ({ rehearsal }) => (rehearsal ? holds(rehearsal) : ""),
    show: ({ rehearsal }) => (rehearsal ? holds(rehearsal) : "–"),
  },
  {
    key: "state",
    label: "Rehearsal",
    value: state,
    show: (archive) => {
      const Icon = archive.rehearsal ? CircleCheck : CircleDashed;
      return (
        <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
          <Icon
            aria-hidden="true"
            className={`size-4 shrink-0 self-center ${archive.rehearsal ? "text-fynbos" : "text-soft"}`}
          />
          {state(archive)}
        </span>
      );
    },
  },
  {
    key: "encrypted",
    label: "Encrypted",
    value: ({ encrypted }) => (encrypted ? "Yes" : "No"),
    show: ({ encrypted }) =>
      encrypted ? (
        <span className="inline-flex items-baseline gap-1.5">
          <Lock aria-hidden="true" className="size-4 shrink-0 self-center" />
          Yes
        </span>
      ) : (
        "No"
      ),
  },
  {
    key: "action",
    label: "Action",
    show: ({ id, madeAt }) => {
      const which = ` the backup of ${sayFullMoment(new Date(madeAt))}`;
      return (
        <span className="flex flex-wrap gap-1 sm:gap-2 lg:flex-nowrap">
          <TextAnchor
            href={`/api/property/admin/backups/${id}/file`}
            download={id}
            className="relative"
          >
            Download<span className="sr-only">{which}</span>
          </TextAnchor>
          <Button kind="quiet" small className="relative" onClick={() => restore(id)}>
            Restore<span className="sr-only">{which}</span>
          </Button>
        </span>
      );
    },
  },
];
