import { createFileRoute } from "@tanstack/react-router";
import { use } from "react";
import type { NoticeKind } from "../../../server/features/changes/notices/schema.ts";
import { type Answers, api, refreshes, utils } from "../../trpc.ts";
import { today } from "../../ui/days.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField, TextField } from "../../ui/Fields.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { whose } from "../../ui/tableSearch.ts";
import { useBack } from "../../ui/useBack.ts";
import { announcingWords, dayWords } from "./words.ts";

export const Route = createFileRoute("/resident/changes/new")({
  validateSearch: whose,
  staticData: { title: "Announce a change" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => utils.resident.changeNotices.units.ensureData(deps),
  component: NewChange,
});

const schema = async () =>
  (await import("../../../server/features/changes/notices/schema.ts")).typedNotice;

type Unit = Answers["resident"]["changeNotices"]["units"][number];

function NewChange() {
  const { profileId } = Route.useSearch();
  const [units] = api.resident.changeNotices.units.useSuspenseQuery({ profileId });
  const back = useBack("/resident/changes");
  const send = api.resident.changeNotices.announce.useMutation(
    refreshes(utils.resident.changeNotices),
  );
  return (
    <>
      <PageHeader
        up={<TextLink to="/resident/changes">All changes</TextLink>}
        title="Announce a change"
        note="An admin looks at it and enters it in the building’s register."
      />
      {units.length === 0 ? (
        <EmptyState>
          The building’s register has no unit of yours today. Please ask an admin to enter it.
        </EmptyState>
      ) : (
        <Form
          schema={schema}
          send={send}
          also={{ profileId }}
          onDone={back}
          className="grid max-w-md gap-5"
        >
          <WhatChanges units={units} />
          <TextField label="Note (optional)" name="note" rows={2} />
          <FormButtons leave={back}>Announce it</FormButtons>
          <p className="text-soft">
            Members must tell the body corporate at once when the owner or the occupants of their
            unit change.{" "}
            <small className="block text-sm">
              Sectional Titles Schemes Management Act 8 of 2011, section 13(1)(f)
            </small>
          </p>
        </Form>
      )}
    </>
  );
}

const allKinds = Object.keys(announcingWords) as NoticeKind[];

function WhatChanges({ units }: { units: readonly Unit[] }) {
  const values = use(FormValues);
  const unit = units.find(({ id }) => id === values.unitId) ?? units[0];
  const kinds = allKinds.filter((kind) => kind !== "sale" || unit?.owns);
  const kind = kinds.find((each) => each === values.kind);
  return (
    <>
      <SelectField
        label="Which unit"
        name="unitId"
        options={units.map(({ id, label }) => [id, label] as const)}
      />
      <SelectField
        label="What changes"
        data-label="The change"
        name="kind"
        options={kinds.map((each) => [each, announcingWords[each]] as const)}
        placeholder="Choose what changes"
      />
      <DateField
        label={kind ? dayWords[kind] : "From which day"}
        name="on"
        {...(kind === "sale" && { hint: "From the deeds office, or when you expect it" })}
        defaultValue={today()}
      />
      {kind === "moves out" && <WhoLeaves residents={unit?.residents ?? []} />}
      {kind && kind !== "moves out" && <WhoComes />}
    </>
  );
}

/** As in the form's schema, which is not loaded with the page. */
const somebodyElse = "another";

function WhoLeaves({ residents }: Pick<Unit, "residents">) {
  const values = use(FormValues);
  const isAnother = residents.length === 0 || values.partyId === somebodyElse;
  return (
    <>
      {residents.length > 0 && (
        <SelectField
          label="Who moves out"
          name="partyId"
          options={[
            ...residents.map(({ partyId, name }) => [partyId, name] as const),
            [somebodyElse, "Somebody else"],
          ]}
          placeholder="Choose who moves out"
        />
      )}
      {isAnother && <Names />}
    </>
  );
}

const Names = () => (
  <>
    <Field label="Name" name="name" hint="Or the name of a company or trust" />
    <Field
      label="Surname (optional)"
      name="surname"
      hint="Leave it empty only for a company or trust"
    />
  </>
);

const WhoComes = () => (
  <>
    <Names />
    <Field label="Their email (optional)" name="email" type="email" />
    <Field label="Their telephone (optional)" name="telephone" type="tel" />
  </>
);
