import { createFileRoute } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { isClosed } from "../../../server/features/maintenance/list.ts";
import {
  newRequest,
  noUnitRefusal,
  requestTypes,
} from "../../../server/features/maintenance/schema.ts";
import { api, refreshes, utils } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { today } from "../../ui/days.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField, TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { Table } from "../../ui/Table.tsx";
import { personTableSearch, wholeOf } from "../../ui/tableSearch.ts";
import { ownRequestChips, type Request, requestColumns } from "./columns.tsx";
import { KnownOutages } from "./KnownOutages.tsx";
import { openFirst } from "./progress.ts";
import { ChoosePhotos, useRequestPhotos } from "./RequestPhotos.tsx";
import { WhoPays } from "./WhoPays.tsx";

export const Route = createFileRoute("/resident/issues")({
  validateSearch: personTableSearch,
  staticData: { title: "My issues" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([
      utils.resident.maintenance.mine.ensureData(wholeOf(deps)),
      utils.resident.profile.get.ensureData(deps),
      loadPaperHead(),
    ]),
  component: MyIssues,
});

const { type, description, room, date, status } = requestColumns;

function MyIssues() {
  const { profileId } = Route.useSearch();
  const [{ rows }] = api.resident.maintenance.mine.useSuspenseQuery(wholeOf({ profileId }));
  const [{ address, isWithoutUnit }] = api.resident.profile.get.useSuspenseQuery({ profileId });
  return (
    <>
      <PageHeader
        printed
        title="My issues"
        note="Tell us what is broken. The staff see it at once."
      />
      {isWithoutUnit ? (
        <EmptyState>{noUnitRefusal}</EmptyState>
      ) : (
        <RequestForm profileId={profileId} room={address} />
      )}
      <h2 className="mt-12 mb-4 text-xl">What you logged</h2>
      <Table
        caption="My requests"
        rows={useMemo(() => openFirst(rows), [rows])}
        columns={[type, description, room, date, status]}
        empty="No data available."
        drawing="tea"
        chips={ownRequestChips}
        highlight={isClosed}
        link={linkTo(profileId)}
      />
    </>
  );
}

const linkTo =
  (profileId: string | undefined) =>
  ({ id: requestId }: Request) =>
    ({ to: "/resident/issues/$requestId", params: { requestId }, search: { profileId } }) as const;

interface Props {
  profileId: string | undefined;
  /** The person's own address, as the initial value. */
  room: string;
}

function RequestForm({ profileId, room }: Props) {
  const send = api.resident.maintenance.log.useMutation(refreshes(utils.resident));
  const photos = useRequestPhotos();
  // The request that is there, while a photo of it is not.
  const [logged, setLogged] = useState<string>();
  const sendPhotos = async (requestId: string, only?: string) => {
    const areAll = !photos.hasMore || (await photos.sendTo(requestId, "before", only));
    setLogged(areAll ? undefined : requestId);
  };
  if (logged !== undefined)
    return (
      <div className="grid max-w-md gap-4">
        <p role="status">The request is logged. These photos are not there yet.</p>
        <ChoosePhotos photos={photos} retry={(key) => void sendPhotos(logged, key)} />
        <div className="flex flex-wrap gap-3">
          <Button busy={photos.busy} onClick={() => void sendPhotos(logged)}>
            Try again
          </Button>
          <QuietButton onClick={() => setLogged(undefined)}>Go on without them</QuietButton>
        </div>
      </div>
    );
  return (
    <Form
      schema={async () => newRequest}
      send={{
        isPending: send.isPending || photos.busy,
        mutate: (input, { onError, onSuccess }) =>
          send.mutate(input, {
            onError,
            onSuccess: ({ id }) => {
              onSuccess();
              void sendPhotos(id);
            },
          }),
      }}
      also={{ profileId }}
      clears
      className="grid max-w-3xl gap-5 sm:grid-cols-3 print:hidden"
    >
      <SelectField
        label="Type Of Maintenance"
        name="maintenanceType"
        options={requestTypes}
        placeholder="Choose a type"
      />
      <Field label="Room number" name="roomNumber" defaultValue={room} autoComplete="on" />
      <DateField label="Date" name="date" defaultValue={today()} />
      <div className="sm:col-span-3">
        <TextField label="Description" name="description" rows={3} />
      </div>
      <div className="sm:col-span-3">
        <WhoPays />
      </div>
      <div className="max-w-md sm:col-span-3">
        <ChoosePhotos photos={photos} />
      </div>
      <div className="sm:col-span-3 empty:hidden">
        <KnownOutages />
      </div>
      <Submit>Log the request</Submit>
    </Form>
  );
}
