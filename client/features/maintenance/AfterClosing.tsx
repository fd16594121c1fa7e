import { useState } from "react";
import { isClosed } from "../../../server/features/maintenance/list.ts";
import { api, utils } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { SelectField, TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { Section } from "../../ui/Section.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { useFocusBack } from "../../ui/useFocusBack.ts";
import type { RequestFile, Viewer } from "./columns.tsx";

interface Closed {
  request: RequestFile;
  profileId: string | undefined;
}

interface Props extends Closed {
  as: Viewer;
}

const starWords = [
  ["5", "5, very good"],
  ["4", "4, good"],
  ["3", "3, all right"],
  ["2", "2, not good"],
  ["1", "1, bad"],
] as const;

/** The rating of a closed request by its resident, or a form to say that it is not fixed. */
export function AfterClosing({ request, as, profileId }: Props) {
  if (!isClosed(request)) return null;
  if (as !== "resident")
    return (
      request.stars !== null && (
        <Section title="What the resident thinks" className="mt-10">
          <Rated request={request} />
        </Section>
      )
    );
  return (
    <Section title="Is it fixed?" className="mt-10 max-w-md print:hidden">
      <NotFixed request={request} profileId={profileId} />
      <Rate request={request} profileId={profileId} />
    </Section>
  );
}

const Rated = ({ request: { stars, ratingComment } }: { request: RequestFile }) => (
  <p className="mt-2 max-w-3xl break-words whitespace-pre-line">
    <b>{stars} of 5</b>
    {ratingComment && `: ${ratingComment}`}
  </p>
);

const notFixed = async () =>
  (await import("../../../server/features/maintenance/schema.ts")).notFixed;

function NotFixed({ request: { id: requestId }, profileId }: Closed) {
  const [open, setOpen] = useState(false);
  const opener = useFocusBack(open);
  const send = api.resident.maintenance.notFixed.useMutation({
    onSettled: () =>
      Promise.all([utils.member.maintenance.invalidate(), utils.resident.invalidate()]),
  });
  if (!open)
    return (
      <QuietButton ref={opener} className="mt-3" onClick={() => setOpen(true)}>
        Not fixed …
      </QuietButton>
    );
  return (
    <Form schema={notFixed} send={send} also={{ profileId, requestId }} className="mt-3 grid gap-3">
      <TextField label="What is still wrong" data-label="The note" name="text" rows={3} autoFocus />
      <FormButtons leave={() => setOpen(false)}>Open it again</FormButtons>
    </Form>
  );
}

const typedRating = async () =>
  (await import("../../../server/features/maintenance/schema.ts")).typedRating;

function Rate({ request, profileId }: Closed) {
  const { id: requestId, stars, ratingComment } = request;
  const [changing, setChanging] = useState(false);
  const send = api.resident.maintenance.rate.useMutation({
    onSuccess: () => {
      setChanging(false);
      return utils.member.maintenance.one.invalidate({ requestId });
    },
  });
  if (stars !== null && !changing)
    return (
      <div className="mt-5">
        <p className="font-semibold">Your rating</p>
        <Rated request={request} />
        <Button kind="plain" small className="-ml-3" onClick={() => setChanging(true)}>
          Change it
        </Button>
      </div>
    );
  return (
    <Form
      schema={typedRating}
      send={send}
      also={{ profileId, requestId }}
      className="mt-5 grid gap-3"
    >
      <SelectField
        label="How well was it done?"
        data-label="Your rating"
        name="stars"
        options={starWords}
        placeholder="Choose"
        defaultValue={stars ?? ""}
      />
      <TextField
        label="Anything to add (optional)"
        name="comment"
        rows={2}
        defaultValue={ratingComment ?? ""}
      />
      <Submit className="justify-self-start">Send the rating</Submit>
    </Form>
  );
}
