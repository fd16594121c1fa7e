import { Moment } from "../../ui/DateTime.tsx";
import { Section } from "../../ui/Section.tsx";
import { formatStep, type ProofSent, type Step, stepsInOrder } from "./historyWords.ts";

interface Props {
  steps: readonly Step[];
  proofs: readonly ProofSent[];
}

/** The steps of a fine with the person and the time, the oldest first. Residents read no admin's name. */
export const FineHistory = ({ steps, proofs }: Props) => (
  <Section title="What has happened">
    <ol className="mt-3 grid grid-cols-1 gap-3">
      {stepsInOrder(steps, proofs).map((step) => (
        <li key={`${step.at} ${step.did}`} className="border-l-2 border-line pl-4">
          <p className="break-words">{formatStep(step)}</p>
          <p className="text-sm text-soft">
            <Moment at={step.at} />
          </p>
        </li>
      ))}
    </ol>
  </Section>
);
