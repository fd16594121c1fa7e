import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type Answers, api, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { today } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Section } from "../../ui/Section.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { TickField } from "../../ui/TickField.tsx";
import { useBack } from "../../ui/useBack.ts";
import { loadPeople, PersonField } from "../people/PersonField.tsx";
import { MovesWith } from "./MovesWith.tsx";
import { OldOwners } from "./OldOwners.tsx";
import { TransferSummary, useNewOwners, useSignInsToEnd, useToInvite } from "./TransferSummary.tsx";
import { noOrYes } from "./words.ts";

export const Route = createFileRoute("/admin/units/$unitId/transfer")({
  staticData: { title: "New owners" },
  loader: ({ params }) =>
    Promise.all([
      utils.admin.units.one.ensureData(params),
      utils.admin.parties.ofUnit.ensureData(params),
      loadPeople(),
    ]),
  component: Transfer,
});

const schema = async () =>
  (await import("../../../server/features/units/transfers/schema.ts")).typedTransfer;

type Party = Answers["admin"]["parties"]["ofUnit"]["parties"][number];

function Transfer() {
  const { unitId } = Route.useParams();
  const [unit] = api.admin.units.one.useSuspenseQuery({ unitId });
  const [{ parties }] = api.admin.parties.ofUnit.useSuspenseQuery({ unitId });
  const back = useBack("/admin/units/$unitId", { unitId });
  const send = api.admin.transfers.enter.useMutation({ onSuccess: () => utils.invalidate() });
  const router = useRouter();
  const [invited, setInvited] = useState<string[]>([]);
  const [rows, setRows] = useState(1);
  const done = () => {
    if (invited.length === 0) return back();
    // The invites are made there, because a code is seen once, by whoever prints or shares it.
    void router.navigate({
      to: "/admin/invites",
      search: { choose: invited.join(" ") },
      replace: true,
    });
  };
  const owners = parties.filter(({ role }) => role === "owner");
  const areas = unit.areas.filter(({ until }) => until === null);
  return (
    <>
      <PageHeader
        up={
          <TextLink to="/admin/units/$unitId" params={{ unitId }}>
            {unit.label}
          </TextLink>
        }
        title={`New owners of ${unit.label}`}
        note="For a sale or an inheritance. Nothing is saved until you press the button at the end."
      />
      <Form
        schema={schema}
        send={send}
        also={{ unitId }}
        onDone={done}
        onDraft={(texts) =>
          setRows(
            Object.keys(texts).filter((name) => /^owners\.\d+\.share$/.test(name)).length || 1,
          )
        }
        className="grid max-w-xl gap-8"
      >
        <Section title="Which day">
          <div className="mt-3">
            <DateField
              label="Day of registration"
              name="on"
              hint="From the deeds office. On that day the unit is the new owners’"
              defaultValue={today()}
            />
          </div>
        </Section>
        <Section title="Who leaves">
          <OldOwners owners={owners} />
          <EndSignIn parties={parties} />
        </Section>
        <Section title="Who comes">
          <NewOwners rows={rows} setRows={setRows} />
          <Invite onChange={setInvited} />
        </Section>
        <Section title="What moves with it">
          <MovesWith parties={parties as Party[]} areas={areas} />
        </Section>
        <Section title="What will be entered">
          <TransferSummary unit={unit} parties={parties} areas={areas} />
        </Section>
        <FormButtons leave={back}>Enter the new owners</FormButtons>
      </Form>
    </>
  );
}

const EndSignIn = ({ parties }: { parties: readonly Party[] }) =>
  useSignInsToEnd(parties).map(({ personId, name }) => (
    <TickField
      key={personId}
      name={`endSignIn.${personId}`}
      label={`End ${name}’s sign-in`}
      hint="Only for somebody who has no other unit here. They are signed out at once on every device, and removed from the list Residents. Their fines and requests stay."
    />
  ));

/** Leads to the invites afterwards, with the new owners chosen who cannot log in yet. */
function Invite({ onChange }: { onChange: (ids: string[]) => void }) {
  const people = useToInvite();
  const ids = people.map(({ id }) => id).join(" ");
  const [isTicked, setTicked] = useState(false);
  useEffect(() => onChange(isTicked && ids ? ids.split(" ") : []), [ids, isTicked, onChange]);
  if (people.length === 0) return null;
  return (
    <TickField
      label={`Invite ${people.map(({ name }) => name).join(" and ")}`}
      hint="Their invite is on the next screen, to print or to share."
      checked={isTicked}
      onChange={({ target }) => setTicked(target.checked)}
    />
  );
}

/** The most rows on the screen; a unit with more owners gets the others on its page. */
const mostRows = 6;

interface RowsProps {
  rows: number;
  setRows: (rows: number) => void;
}

function NewOwners({ rows, setRows }: RowsProps) {
  const named = useNewOwners();
  return (
    <div className="mt-3 grid gap-5">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
        <div key={row} className="grid gap-3">
          <PersonField
            label={row === 0 ? "New owner" : `New owner ${row + 1} (optional)`}
            name={`owners.${row}.personId`}
          />
          <Field
            label={
              row === 0
                ? "Share in percent (optional)"
                : `Share of owner ${row + 1} in percent (optional)`
            }
            name={`owners.${row}.share`}
            {...(row === 0 && { hint: "Only if several people own it together" })}
            inputMode="decimal"
          />
        </div>
      ))}
      {rows < mostRows && (
        <QuietButton className="justify-self-start" onClick={() => setRows(rows + 1)}>
          Another new owner
        </QuietButton>
      )}
      {named.length > 1 && (
        <SelectField
          label="Who has the vote?"
          name="voter"
          hint="Of several owners, one votes"
          options={[["", "Nobody yet"], ...named.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      <SelectField
        label="Do the new owners move in?"
        data-label="Yes or No"
        name="moveIn"
        options={noOrYes}
        placeholder="Choose"
      />
    </div>
  );
}
