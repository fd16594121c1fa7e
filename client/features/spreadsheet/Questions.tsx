import {
  answerOf,
  defaultRoles,
  type Question,
  roleLabels,
} from "../../../server/features/spreadsheet/schema.ts";
import { Section } from "../../ui/Section.tsx";
import type { ImportStep } from "./useImport.ts";

const yesNo = [
  [true, "Yes"],
  [false, "No"],
] as const;
const roles = defaultRoles.map((role) => [role, roleLabels[role]] as const);

export const Questions = ({ importing, checked: { questions } }: ImportStep) =>
  questions.length > 0 && (
    <Section title="Questions about the list" className="max-w-3xl">
      <div className="mt-3 grid gap-3">
        {questions.map((question) => (
          <OneQuestion key={question.id} {...question} importing={importing} />
        ))}
      </div>
    </Section>
  );

const shownExamples = 12;

function OneQuestion({
  id,
  words,
  examples,
  answer,
  importing,
}: Question & Pick<ImportStep, "importing">) {
  const more = examples.length - shownExamples;
  return (
    <fieldset className="rounded-xl bg-surface p-4 ring-1 ring-line sm:p-5">
      <legend className="float-left mb-1 w-full font-semibold">{words}</legend>
      {examples.length > 0 && (
        <p className="clear-both mb-3 text-sm text-soft wrap-anywhere">
          {examples.slice(0, shownExamples).join(", ")}
          {more > 0 && ` and ${more} more`}
        </p>
      )}
      <div className="clear-both flex flex-wrap gap-3">
        {(id === "as" ? roles : yesNo).map(([value, label]) => (
          <label
            key={label}
            className="inline-flex min-h-11 items-center gap-2.5 rounded-lg px-4 font-semibold ring-1 ring-inset ring-edge has-checked:bg-fynbos-pale has-focus-visible:outline-3 has-focus-visible:outline-clay"
          >
            <input
              type="radio"
              name={`question-${id}`}
              checked={answer === answerOf(value)}
              onChange={() => importing.answer({ [id]: value })}
              className="size-5 accent-fynbos"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Remarks about many rows at once, such as `N/A` as nobody. */
export const Remarks = ({ remarks }: { remarks: readonly string[] }) =>
  remarks.length > 0 && (
    <Section title="What was read" className="max-w-3xl">
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-soft">
        {remarks.map((remark) => (
          <li key={remark} className="wrap-anywhere">
            {remark}
          </li>
        ))}
      </ul>
    </Section>
  );
