import { Printer } from "lucide-react";
import { showToast, utils } from "../../trpc.ts";
import { usePrintAlone } from "../../ui/usePrintAlone.tsx";
import type { AnnouncementContent } from "./Notice.tsx";

/** The first words of a message, enough to recognize it by. */
const beginOf = (message: string) => {
  const [begin = ""] = /^.{1,60}(?!\S)|^\S{1,60}/.exec(message.replace(/\s+/g, " ").trim()) ?? [];
  return begin.length < message.trim().length ? `${begin} …` : begin;
};

interface Props {
  announcement: AnnouncementContent;
  /** The id of the element with the message. */
  describedBy: string;
}

/** Prints an announcement by itself, as a notice for the lift. */
export function PrintNotice({ announcement, describedBy }: Props) {
  const { page, print: printAlone } = usePrintAlone();
  const print = async () => {
    try {
      const [{ Notice }, { name }] = await Promise.all([
        import("./Notice.tsx"),
        utils.member.building.details.ensureData(),
      ]);
      printAlone(<Notice building={name} {...announcement} />);
    } catch {
      await showToast(
        "error",
        "The notice could not be printed. Check your connection and try again.",
      );
    }
  };
  return (
    <>
      <button
        type="button"
        aria-label={`Print as a notice: ${beginOf(announcement.message)}`}
        aria-describedby={describedBy}
        title="Print as a notice"
        onClick={print}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-soft hover:bg-sunken hover:text-ink print:hidden"
      >
        <Printer aria-hidden="true" className="size-5" />
      </button>
      {page}
    </>
  );
}
