import { createFileRoute } from "@tanstack/react-router";
import { use, useEffect, useRef, useState } from "react";
import { formatWeight } from "../../../server/features/units/weights/schema.ts";
import { api, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Section } from "../../ui/Section.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { useBack } from "../../ui/useBack.ts";

export const Route = createFileRoute("/admin/units/weights")({
  // With a unit, only its weight is entered.
  validateSearch: ({ unit }: Record<string, unknown>): { unit?: string } =>
    typeof unit === "string" ? { unit } : {},
  staticData: { title: "Weights under a rule" },
  loader: () =>
    Promise.all([utils.admin.units.all.ensureData(), utils.admin.weights.all.ensureData()]),
  component: NewWeights,
});

const schema = async () =>
  (await import("../../../server/features/units/weights/schema.ts")).typedWeights;

const useWords = { levies: "Levies", votes: "Votes", both: "Levies and votes" } as const;

function NewWeights() {
  const { unit } = Route.useSearch();
  const [{ rows }] = api.admin.units.all.useSuspenseQuery();
  const [now] = api.admin.weights.all.useSuspenseQuery();
  const back = useBack("/admin/units");
  const send = api.admin.weights.set.useMutation({ onSuccess: () => utils.invalidate() });
  const shown = unit ? rows.filter(({ id }) => id === unit) : rows;
  const one = unit && shown[0];
  return (
    <>
      <PageHeader
        up={
          one ? (
            <TextLink to="/admin/units/$unitId" params={{ unitId: one.id }}>
              {one.label}
            </TextLink>
          ) : (
            <TextLink to="/admin/units">All units</TextLink>
          )
        }
        title={one ? `Weight of ${one.label}` : "Weights under a rule"}
        note="Levies and votes go by participation quota, unless a rule of the scheme says otherwise (STSMA s 11(2)). Such a rule is in force from the day of its CSOS certificate, or of the deeds office's stamp before 7 October 2016."
      />
      {shown.length === 0 ? (
        <p className="text-soft">There are no units yet.</p>
      ) : (
        <Form schema={schema} send={send} onDone={back} className="grid max-w-md gap-5">
          <Field label="Rule" name="rule" hint="Its number, such as Management rule 31A" />
          <DateField
            label="Day of the CSOS certificate"
            name="certificateOn"
            hint="The weights hold from that day. Before 7 October 2016 it is the day of the deeds office's stamp"
          />
          <SelectField label="What it is for" name="uses" options={Object.entries(useWords)} />
          <Section
            title={one ? "Its weight" : "The weights"}
            note="Such as 1 for every unit if all pay the same. Leave it empty where the quota holds again."
          >
            <WeightFields
              units={shown}
              known={{ levies: now.levies?.weights ?? {}, votes: now.votes?.weights ?? {} }}
            />
          </Section>
          <FormButtons leave={back}>Save the weights</FormButtons>
        </Form>
      )}
    </>
  );
}

interface FieldsProps {
  units: readonly { id: string; label: string }[];
  known: Record<"levies" | "votes", Record<string, number>>;
}

function WeightFields({ units, known }: FieldsProps) {
  const { uses = "levies" } = use(FormValues);
  // Typing one number sixty times is nobody's evening.
  const [same, setSame] = useState<string>();
  const first = known[uses === "votes" ? "votes" : "levies"];
  return (
    <div className="grid gap-5">
      {units.length > 1 && (
        <QuietButton className="justify-self-start" onClick={() => setSame("1")}>
          The same weight for all
        </QuietButton>
      )}
      {units.map(({ id, label }) => {
        const weight = first[id];
        const stored = weight === undefined ? "" : formatWeight(weight);
        return <WeightField key={`${id} ${same}`} id={id} label={label} stored={same ?? stored} />;
      })}
    </div>
  );
}

/** The stored weights may change while somebody types. A typed value stays; other fields follow. */
function WeightField({ id, label, stored }: { id: string; label: string; stored: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [before, setBefore] = useState(stored);
  useEffect(() => {
    if (input.current?.value === input.current?.defaultValue) setBefore(stored);
  }, [stored]);
  return (
    <Field
      key={before}
      ref={input}
      label={`${label} (optional)`}
      name={`weights.${id}`}
      defaultValue={before}
      inputMode="decimal"
    />
  );
}
