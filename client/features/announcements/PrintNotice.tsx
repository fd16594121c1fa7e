import { Printer } from "lucide-react";
import { utils } from "../../trpc.ts";
import { usePrintAlone } from "../../ui/usePrintAlone.tsx";
import type { AnnouncementContent } from "./Notice.tsx";

/** The first words of a message, enough to recognize it by. */
const beginOf = (message: string) => {
  const [begin = ""] = /^.{1,60}(?!\S)|^\S{1,60}/.exec(message.replace(/\s+/g, " ").trim()) ?? [];
  return begin.length < message.trim().length ? `${begin} …` : begin;
};

/** The address that this device uses, unless no other device can use it. */
async function addressForPhones() {
  const { origin, hostname } = window.location;
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return { address: "", qr: "" };
  const { toString: draw } = await import("qrcode");
  return { address: origin, qr: await draw(origin, { type: "svg", margin: 0 }) };
}

interface Props {
  announcement: AnnouncementContent;
  describedBy: string;
}

/** Prints an announcement by itself, as a notice for the lift. */
export function PrintNotice({ announcement, describedBy }: Props) {
  const { page, printNotice } = usePrintAlone();
  const load = async () => {
    const { name } = await utils.member.building.details.ensureData();
    const { Notice } = await import("./Notice.tsx");
    const printed = { building: name, ...(await addressForPhones()) };
    return <Notice {...printed} {...announcement} />;
  };
  return (
    <>
      <button
        type="button"
        aria-label={`Print as a notice: ${beginOf(announcement.message)}`}
        aria-describedby={describedBy}
        title="Print as a notice"
        onClick={() => void printNotice(load)}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-soft hover:bg-sunken hover:text-ink print:hidden"
      >
        <Printer aria-hidden="true" className="size-5" />
      </button>
      {page}
    </>
  );
}
