import { useMutation } from "@tanstack/react-query";
import { use, useRef, useState } from "react";
import { sayWeekday, weekdays } from "../../../../server/platform/clock/weekdays.ts";
import { api, client, utils } from "../../../trpc.ts";
import { dayOf, today } from "../../../ui/days.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FailureBox } from "../../../ui/Failure.tsx";
import { Field } from "../../../ui/Field.tsx";
import { DateField, TextField } from "../../../ui/Fields.tsx";
import { Form, FormComplaints } from "../../../ui/Form.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Submit } from "../../../ui/Submit.tsx";
import { TickField } from "../../../ui/TickField.tsx";
import { ExpectedVisit } from "./ExpectedVisit.tsx";

/** One visitor or several: each name on a line of its own has its own code. */
const announcement = async () =>
  (await import("../../../../server/features/visitors/expected/schema.ts")).announcedVisitors;

type Announcement = Awaited<ReturnType<typeof announcement>>["_zod"]["output"];

type Weekdays = Announcement["weekdays"] | null;

interface RegularlyProps {
  chosen: Weekdays;
  choose: (weekdays: Weekdays) => void;
  tick: (regularly: boolean) => void;
}

/** For who comes again and again: on which weekdays, and between which hours. */
const Regularly = ({ chosen, choose, tick }: RegularlyProps) => (
  <div>
    <TickField
      label="Comes regularly"
      hint="For a domestic worker, school transport or a contractor: one code for a year at most."
      checked={Boolean(chosen)}
      onChange={({ target }) => tick(target.checked)}
    />
    {chosen && (
      <fieldset className="mt-3 rounded-lg border border-line px-4 pb-4">
        <legend className="px-1 font-semibold">On which days</legend>
        <input type="hidden" name="weekdays" data-label="A pass" value={JSON.stringify(chosen)} />
        <div className="flex flex-wrap gap-x-6">
          {weekdays.map((weekday) => (
            <TickField
              key={weekday}
              label={sayWeekday(weekday)}
              checked={chosen.includes(weekday)}
              onChange={({ target }) =>
                choose(
                  target.checked ? [...chosen, weekday] : chosen.filter((each) => each !== weekday),
                )
              }
            />
          ))}
        </div>
        {chosen.length === 0 && <NoDay />}
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <Field type="time" autoComplete="on" label="From" name="fromTime" defaultValue="07:00" />
          <Field
            type="time"
            autoComplete="on"
            label="Until"
            name="untilTime"
            defaultValue="17:00"
          />
        </div>
      </fieldset>
    )}
  </div>
);

function NoDay() {
  const wrong = use(FormComplaints)?.weekdays;
  return wrong && <FailureBox>{wrong}</FailureBox>;
}

/** Whoever has a code leaves the form, so that nobody gets another when the rest is sent again. */
function keep(field: HTMLTextAreaElement | null, names: readonly string[]): void {
  if (!field) return;
  field.value = names.join("\n");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Announcing visitors, who get codes for the gate, and those who are announced. */
export function ExpectedVisits({ profileId }: { profileId: string | undefined }) {
  const [visits] = api.resident.expectedVisits.mine.useSuspenseQuery({ profileId });
  /** The weekdays of a regular pass; null for a single visit. */
  const [chosen, choose] = useState<Weekdays>(null);
  const refresh = () => utils.resident.expectedVisits.invalidate();
  const names = useRef<HTMLTextAreaElement>(null);
  const lastDay = useRef<HTMLInputElement>(null);
  /** Proposes a month for a pass, unless they chose another last day than today. */
  const tick = (regularly: boolean) => {
    choose(regularly ? [1, 2, 3, 4, 5] : null);
    const ends = [today(), dayOf(new Date(Date.now() + 30 * 24 * 60 * 60_000))] as const;
    const [from, to] = regularly ? ends : [ends[1], ends[0]];
    if (lastDay.current?.value === from) lastDay.current.value = to;
  };
  const send = useMutation({
    mutationFn: async ({ visitorNames, ...visit }: Announcement) => {
      const left = [...visitorNames];
      try {
        for (const visitorName of visitorNames) {
          const visitor = { ...visit, profileId, visitorName };
          await client.resident.expectedVisits.announce.mutate(visitor);
          left.shift();
        }
      } catch (error) {
        if (left.length < visitorNames.length) keep(names.current, left);
        throw error;
      }
    },
    onSettled: refresh,
  });
  return (
    <div className="grid grid-cols-1 gap-x-14 gap-y-10 xl:grid-cols-[2fr_3fr]">
      <Form
        schema={announcement}
        send={send}
        also={chosen ? { weekdays: chosen } : {}}
        clears
        onDone={() => choose(null)}
        onDraft={({ weekdays: drafted = "null" }) => choose(JSON.parse(drafted))}
        className="grid max-w-xl content-start gap-5"
      >
        <TextField
          label="Who comes (optional)"
          name="visitorNames"
          ref={names}
          hint="So that the guard knows whom to expect. One name a line: each has its own code."
          rows={2}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField label="First day" name="from" defaultValue={today()} />
          <DateField label="Last day" name="until" defaultValue={today()} ref={lastDay} />
        </div>
        <Regularly chosen={chosen} choose={choose} tick={tick} />
        <Field
          label="Number plate (optional)"
          name="vehicle"
          hint="Only for somebody who parks here."
          autoCapitalize="characters"
        />
        <Submit className="justify-self-start">Get a code</Submit>
      </Form>
      <Section
        title="Announced visitors"
        note="Send each visitor their code. The gate lets in whoever has it, once; with a regular pass, each time."
      >
        {visits.length === 0 ? (
          <EmptyState drawing="door">Nobody is announced</EmptyState>
        ) : (
          <ul className="max-w-2xl divide-y divide-line">
            {visits.map((visit) => (
              <ExpectedVisit key={visit.id} visit={visit} profileId={profileId} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
