import { useId } from "react";
import { Moment } from "../../ui/DateTime.tsx";
import type { AnnouncementContent } from "./Notice.tsx";
import { PrintNotice } from "./PrintNotice.tsx";

/** One announcement in a list of them. */
export function Announcement(announcement: AnnouncementContent) {
  const id = useId();
  const { message, sender, date } = announcement;
  return (
    <li className="flex items-start justify-between gap-3 py-4">
      <div className="min-w-0">
        <p id={id} className="break-words whitespace-pre-line">
          {message}
        </p>
        <p className="mt-1 text-sm text-soft">
          <span className="capitalize">{sender}</span>, <Moment at={date} />
        </p>
      </div>
      <PrintNotice announcement={announcement} describedBy={id} />
    </li>
  );
}
