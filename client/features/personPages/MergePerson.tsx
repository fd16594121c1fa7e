import { createFileRoute } from "@tanstack/react-router";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { Cancel } from "../../ui/Cancel.tsx";
import { ComboboxField } from "../../ui/Combobox.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FailureBox } from "../../ui/Failure.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { useBack } from "../../ui/useBack.ts";
import { Warning } from "../../ui/Warning.tsx";
import { PersonFacts } from "../people/PersonFacts.tsx";
import { loadPeople, peopleOptions } from "../people/PersonField.tsx";
import { kindOf, kindWords } from "../people/personWords.ts";

interface MergeSearch {
  other?: string | undefined;
  keep?: "other" | undefined;
}

export const Route = createFileRoute("/admin/people/$personId/merge")({
  validateSearch: ({ other, keep }: Record<string, unknown>): MergeSearch => ({
    other: other === undefined ? undefined : String(other),
    keep: keep === "other" ? keep : undefined,
  }),
  staticData: { title: "Merge two entries" },
  loaderDeps: ({ search }) => search,
  loader: ({ params: { personId }, deps }) =>
    Promise.all([
      utils.admin.personPages.one.ensureData({ personId }),
      loadPeople(),
      deps.other
        ? utils.admin.merges.preview.fetch(choiceOf(personId, { ...deps, other: deps.other }))
        : null,
    ]),
  component: MergePerson,
});

const choiceOf = (personId: string, { other, keep }: MergeSearch & { other: string }) =>
  keep === "other" ? { staysId: other, goesId: personId } : { staysId: personId, goesId: other };

function MergePerson() {
  const { personId } = Route.useParams();
  const { other, keep } = Route.useSearch();
  const [{ fullName }] = api.admin.personPages.one.useSuspenseQuery({ personId });
  return (
    <>
      <PageHeader
        up={
          <TextLink to="/admin/people/$personId" params={{ personId }}>
            {fullName}
          </TextLink>
        }
        title="Merge two entries"
        note={`If ${fullName} is in the register twice, make one entry of both. This cannot be undone.`}
      />
      {other ? <Preview choice={choiceOf(personId, { other, keep })} /> : <ChooseOther />}
    </>
  );
}

/** The other entry is part of the address, so that going back leads to choosing again. */
function ChooseOther() {
  const navigate = Route.useNavigate();
  const { personId } = Route.useParams();
  const [people] = api.admin.privacy.people.useSuspenseQuery();
  const back = useBack("/admin/people/$personId", { personId });
  return (
    <div className="grid max-w-md gap-5">
      <ComboboxField
        label="The same person as"
        name="other"
        placeholder="Type a name"
        options={peopleOptions(people).filter(([id]) => id !== personId)}
        onChoose={(other) => void navigate({ search: { other } })}
      />
      <div>
        <Cancel leave={back} />
      </div>
    </div>
  );
}

type Shown = Answers["admin"]["merges"]["preview"];

function Preview({ choice }: { choice: { staysId: string; goesId: string } }) {
  const navigate = Route.useNavigate();
  const { keep, other } = Route.useSearch();
  const [preview] = api.admin.merges.preview.useSuspenseQuery(choice);
  const { stays, goes, refusal, hasOtherIdNumber } = preview;
  const send = api.admin.merges.merge.useMutation({ onSuccess: () => utils.invalidate() });
  const merge = async () => {
    await send.mutateAsync(choice);
    const params = { personId: choice.staysId };
    await navigate({ to: "/admin/people/$personId", params, replace: true, search: {} });
  };
  const swap = () =>
    void navigate({
      search: { other, keep: keep === "other" ? undefined : "other" },
      replace: true,
    });
  return (
    <>
      {refusal && <FailureBox className="mb-6 max-w-3xl">{refusal}</FailureBox>}
      {!refusal && hasOtherIdNumber && (
        <div className="mb-6 max-w-3xl">
          <Warning role="status">
            Their ID or registration numbers are different, so they are probably not the same.
          </Warning>
        </div>
      )}
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
        <Card title="Stays" card={stays} />
        <Card title="Goes" card={goes} />
      </div>
      <Section title="What happens" className="mt-10">
        <p className="mt-2 max-w-2xl">
          {sayMoves(preview)} {sayKind(preview)} Contacts that the entry that stays lacks come from
          the one that goes, whose own page can still be read.
        </p>
      </Section>
      <div className="mt-6 flex flex-wrap gap-3">
        {!refusal && (
          <ConfirmDialog
            trigger={<Button>Merge them</Button>}
            title="Merge these two entries?"
            action="Merge"
            onConfirm={merge}
          >
            {sayMoves(preview)} {sayKind(preview)} This cannot be undone.
          </ConfirmDialog>
        )}
        <QuietButton onClick={swap}>Keep the other one instead</QuietButton>
        <Button kind="plain" onClick={() => void navigate({ search: {} })}>
          Choose another
        </Button>
      </div>
    </>
  );
}

const Card = ({ title, card }: { title: string; card: Shown["stays"] }) => (
  <Section title={`${title}: ${card.name}`}>
    <div className="mt-3">
      <PersonFacts
        person={card}
        first={{
          "This is": kindWords[kindOf(card)],
          Username: card.username ?? "No sign-in",
        }}
      />
    </div>
  </Section>
);

// Two entries of one person usually have the same name, so sentences go by what becomes of them.

/** The kind that stays, if they differ. */
const sayKind = ({ stays, goes }: Shown): string =>
  stays.juristic === goes.juristic
    ? ""
    : `Afterwards this is ${kindWords[kindOf(stays)].toLowerCase()}, as the entry that stays is now.`;

/** "These move to the entry that stays: 2 units, 3 fines." */
function sayMoves({ moves }: Shown): string {
  const { units, terms, fines, proofs, requests, visits } = moves;
  const things = [
    units && counted(units, "unit"),
    terms && counted(terms, "term as a trustee", "terms as a trustee"),
    fines && counted(fines, "fine"),
    proofs && counted(proofs, "payment proof"),
    requests && counted(requests, "maintenance request"),
    visits && counted(visits, "visit"),
  ].filter(Boolean);
  if (things.length === 0) return "Nothing has to move.";
  return `These move to the entry that stays: ${things.join(", ")}.`;
}
