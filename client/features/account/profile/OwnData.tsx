import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { client } from "../../../trpc.ts";
import { Button } from "../../../ui/Button.tsx";
import { DataLink } from "../../../ui/DataLink.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";

/** The end of one's own profile: ID number, download of what is kept, and the privacy notice. */
export function OwnData({ profileId }: { profileId: string }) {
  // A mutation, because the number is fetched on request only and never cached.
  const send = useMutation({ mutationFn: () => client.member.privacy.idNumber.query() });
  const number = send.data && (send.data.idNumber || "Not known");
  const toggle = () => (number ? send.reset() : send.mutate());
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
        <Button kind="quiet" busy={send.isPending} onClick={() => !send.isPending && toggle()}>
          {number ? "Hide my ID number" : "Show my ID number"}
        </Button>
        <TextLink to="/privacy">What is kept, and why</TextLink>
      </div>
      <p role="status" className="mt-3 font-semibold tabular-nums empty:hidden">
        {number}
      </p>
      <Failure error={send.error} className="mt-3" />
    </Section>
  );
}
