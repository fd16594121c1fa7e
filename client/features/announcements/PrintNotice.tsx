import { Printer } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { showToast, utils } from "../../trpc.ts";
import type { AnnouncementContent } from "./Notice.tsx";

/** The first words of a message, enough to recognize it by. */
const beginOf = (message: string) => {
  const [begin = ""] = /^.{1,60}(?!\S)|^\S{1,60}/.exec(message.replace(/\s+/g, " ").trim()) ?? [];
  return begin.length < message.trim().length ? `${begin} …` : begin;
};

/** The events that show that somebody is back at the page. */
const signs = ["pointermove", "pointerdown", "keydown"] as const;

interface Props {
  announcement: AnnouncementContent;
  /** The id of the element with the message. */
  describedBy: string;
}

/** Prints an announcement by itself, as a notice for the lift. */
export function PrintNotice({ announcement, describedBy }: Props) {
  const [notice, setNotice] = useState<ReactNode>(null);
  const print = async () => {
    try {
      const [{ Notice }, { name }] = await Promise.all([
        import("./Notice.tsx"),
        utils.member.building.details.ensureData(),
      ]);
      flushSync(() => setNotice(<Notice building={name} {...announcement} />));
      window.print();
    } catch {
      await showToast(
        "error",
        "The notice could not be printed. Check your connection and try again.",
      );
    }
  };
  useEffect(() => {
    if (!notice) return;
    // Phones continue as soon as the print dialog is open and draw the page later, so the notice
    // stays until then.
    const back = () => setNotice(null);
    for (const sign of signs) addEventListener(sign, back);
    return () => {
      for (const sign of signs) removeEventListener(sign, back);
    };
  }, [notice]);
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
      {notice}
    </>
  );
}
