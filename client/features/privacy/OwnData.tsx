import { Download } from "lucide-react";
import { useState } from "react";
import { client, wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Section } from "../../ui/Section.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { DataLink } from "./DataLink.tsx";

/**
 * The end of a person's own profile: their ID number, a download of everything that is kept, and a
 * link to the privacy notice.
 */
export function OwnData({ profileId }: { profileId: string }) {
  const [number, setNumber] = useState<string>();
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const show = async () => {
    if (busy) return;
    setBusy(true);
    setFailure("");
    try {
      const { idNumber } = await client.member.privacy.idNumber.query();
      setNumber(idNumber || "Not known");
    } catch (error) {
      setFailure(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title="What is kept about you"
      note="One file has all of it: what the building knows about you, and the files you sent."
      className="mt-10 print:hidden"
    >
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <DataLink profileId={profileId}>
          <Download aria-hidden="true" className="size-5" />
          Download my data
        </DataLink>
        <Button
          kind="quiet"
          busy={busy}
          onClick={() => (number ? setNumber(undefined) : void show())}
        >
          {number ? "Hide my ID number" : "Show my ID number"}
        </Button>
        <TextLink to="/privacy">What is kept, and why</TextLink>
      </div>
      <p role="status" className="mt-3 font-semibold tabular-nums empty:hidden">
        {number}
      </p>
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
    </Section>
  );
}
