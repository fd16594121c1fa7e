import { useMutation } from "@tanstack/react-query";
import { api, client, utils } from "../../../trpc.ts";
import { today } from "../../../ui/days.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { DateField, TextField } from "../../../ui/Fields.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Submit } from "../../../ui/Submit.tsx";
import { ExpectedVisit } from "./ExpectedVisit.tsx";

/** One visitor or several: each name on a line of its own has its own code. */
const announcement = async () =>
  (await import("../../../../server/features/visitors/expected/schema.ts")).announcedVisitors;

type Announcement = Awaited<ReturnType<typeof announcement>>["_zod"]["output"];

/** Announcing visitors, who get codes for the gate, and those who are announced. */
export function ExpectedVisits({ profileId }: { profileId: string | undefined }) {
  const [visits] = api.resident.expectedVisits.mine.useSuspenseQuery({ profileId });
  const refresh = () => utils.resident.expectedVisits.invalidate();
  const send = useMutation({
    mutationFn: async ({ visitorNames, ...visit }: Announcement) => {
      for (const visitorName of visitorNames)
        await client.resident.expectedVisits.announce.mutate({ ...visit, profileId, visitorName });
    },
    onSettled: refresh,
  });
  return (
    <div className="grid gap-x-14 gap-y-10 xl:grid-cols-[2fr_3fr]">
      <Form schema={announcement} send={send} clears className="grid max-w-xl content-start gap-5">
        <TextField
          label="Who comes (optional)"
          name="visitorNames"
          hint="So that the guard knows whom to expect. One name a line: each has its own code."
          rows={2}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField label="First day" name="from" defaultValue={today()} />
          <DateField label="Last day" name="until" defaultValue={today()} />
        </div>
        <Field
          label="Number plate (optional)"
          name="vehicle"
          hint="Only for somebody who parks here."
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Submit className="justify-self-start">Get a code</Submit>
      </Form>
      <Section
        title="Announced visitors"
        note="Send each visitor their code. The gate lets in whoever has it, once."
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
