import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { api, utils } from "../../../trpc.ts";
import { QuietButton } from "../../../ui/Button.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../../ui/PaperHead.tsx";
import { counted } from "../../../ui/plural.ts";
import { Section } from "../../../ui/Section.tsx";

/**
 * The questions of the gate, and why it asks. Source: the draft code of conduct for gated accesses
 * under POPIA, Government Gazette 54594 of 30 April 2026; a draft, so it may still change.
 */
const questions = [
  ["Your name", "So that the resident knows who came. A code is enough where they gave no name."],
  ["The unit you visit", "So that we let you in for the right resident, and can find you there."],
  ["When you come and leave", "So that we know who is in the building in a fire."],
  ["Your number plate", "Only if you park here, so that your car can be found."],
] as const;

export const loadWhyWeAsk = () =>
  Promise.all([loadPaperHead(), utils.public.privacy.notice.ensureData()]);

/** A page for the wall of the gatehouse. */
export function WhyWeAsk({ up }: { up: ReactNode }) {
  const [{ visitorDays }] = api.public.privacy.notice.useSuspenseQuery();
  return (
    <>
      <PageHeader printed up={up} title="Why we ask">
        <QuietButton onClick={() => window.print()}>
          <Printer className="size-5" />
          Print
        </QuietButton>
      </PageHeader>
      <dl className="grid max-w-2xl gap-5 text-lg print:text-xl">
        {questions.map(([what, why]) => (
          <div key={what}>
            <dt className="font-semibold">{what}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
      <Section title="What we do not ask" className="mt-8 max-w-2xl text-lg print:text-xl">
        <p className="mt-2">
          We ask for no ID book, passport or licence, and copy none. We take no fingerprints and no
          photos of your face.
        </p>
      </Section>
      <Section title="What becomes of it" className="mt-8 max-w-2xl text-lg print:text-xl">
        <p className="mt-2">
          Only the guards, the admins and the people of the unit you visit can see it. Names and
          number plates are deleted by themselves {counted(visitorDays, "day")} after you left, or
          after the last day of your regular pass; that there was a visit stays. Ask the trustees
          for what is known of you, or to correct it.
        </p>
      </Section>
    </>
  );
}
