import { Check, Copy, Printer } from "lucide-react";
import { useRef, useState } from "react";
import type { Answers } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";

interface Props {
  made: Answers["admin"]["invites"]["resetLink"];
  /** Whose it is. */
  name: string;
}

const until = new Intl.DateTimeFormat("en-ZA", { dateStyle: "long" });

/** A single-use link, to be sent, shown or printed: the address, its QR code and what to say with it. */
export function HandOver({ made: { link, qr, expiresAt, mailed }, name }: Props) {
  return (
    <div className="grid max-w-xl gap-5">
      <p>
        {mailed ? `It is on its way to ${name} by email. ` : `Give it to ${name}. `}
        With it they choose a password of their own. It works once, until{" "}
        <time dateTime={expiresAt}>{until.format(new Date(expiresAt))}</time>.
      </p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={`QR code of the link for ${name}`}
        className="size-48 rounded-lg ring-1 ring-line"
      />
      <Address link={link} />
    </div>
  );
}

function Address({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    // A plain http address of the house has no clipboard; the older way works there too.
    const done = navigator.clipboard
      ? await navigator.clipboard.writeText(link).then(
          () => true,
          () => document.execCommand("copy"),
        )
      : document.execCommand("copy");
    setCopied(done);
  };
  const Icon = copied ? Check : Copy;
  return (
    <>
      <div>
        <label htmlFor="handed-over" className="block font-semibold">
          Link
        </label>
        <input
          ref={field}
          id="handed-over"
          readOnly
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="mt-1.5 min-h-12 w-full rounded-lg border border-edge bg-sunken px-3.5 text-ink print:hidden"
        />
        <p className="hidden break-all print:block">{link}</p>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={copy}>
          <Icon aria-hidden="true" className="size-5" />
          {copied ? "Copied" : "Copy the link"}
        </Button>
        <Button kind="quiet" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" />
          Print
        </Button>
        <span role="status" className="sr-only">
          {copied && "The link is copied."}
        </span>
      </div>
    </>
  );
}
