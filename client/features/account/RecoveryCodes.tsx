import { Printer } from "lucide-react";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { copied } from "../../ui/clipboard.ts";
import { FocusedSection } from "../../ui/FocusedSection.tsx";

export const RecoveryCodes = ({ codes, done }: { codes: string[]; done: () => void }) => (
  <FocusedSection label="Your recovery codes">
    <p role="status">
      These are your {codes.length} recovery codes. If you lose your phone, one of them lets you in
      instead. Each works once. Print them or write them down now, because they are not shown again.
    </p>
    <ul
      aria-label="Recovery codes"
      className="my-5 grid gap-x-6 gap-y-1 rounded-lg bg-sunken p-4 font-mono text-sm min-[22rem]:grid-cols-2 sm:text-base"
    >
      {codes.map((code) => (
        <li key={code} className="whitespace-nowrap">
          {code}
        </li>
      ))}
    </ul>
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button onClick={done}>I have saved them</Button>
      <QuietButton onClick={() => copied(codes.join("\n"))}>Copy</QuietButton>
      <QuietButton onClick={() => window.print()}>
        <Printer className="size-5" />
        Print
      </QuietButton>
    </div>
  </FocusedSection>
);
