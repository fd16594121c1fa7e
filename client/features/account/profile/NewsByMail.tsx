import { api, refreshes, showToast, utils } from "../../../trpc.ts";
import { QuietButton } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { SelectField } from "../../../ui/Fields.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Submit } from "../../../ui/Submit.tsx";

const mailChoice = async () =>
  (await import("../../../../server/features/live/schema.ts")).mailChoice;

const choices = [
  ["at once", "At once"],
  ["daily", "Once a day, in the afternoon"],
  ["never", "Never"],
] as const;

/** How often a person gets a mail of what is new; nothing where no mail is sent. */
export function NewsByMail({ email }: { email: string }) {
  const [byMail] = api.member.live.byMail.useSuspenseQuery();
  const send = api.member.live.chooseMail.useMutation(refreshes(utils.member.live.byMail));
  if (!byMail) return null;
  const { choice, isProven } = byMail;
  return (
    <Section
      title="News by email"
      note="Notices, your fines, requests and visitors, as long as you have not seen them in Stoep yet."
      className="mt-10 print:hidden"
    >
      {isProven ? (
        <Form
          schema={mailChoice}
          send={send}
          onDone={() => void showToast("success", "Saved")}
          className="mt-4 flex max-w-md flex-wrap items-end gap-3"
        >
          <SelectField label="How often" name="choice" options={choices} defaultValue={choice} />
          <Submit kind="quiet">Save</Submit>
        </Form>
      ) : (
        <Unproven email={email} />
      )}
    </Section>
  );
}

/** No news goes to an address that may be somebody else's. */
function Unproven({ email }: { email: string }) {
  const send = api.member.session.sendVerification.useMutation();
  if (email === "") return <p className="mt-4">First enter your email above.</p>;
  return (
    <div className="mt-4 grid max-w-md gap-3">
      <p className="wrap-anywhere">
        First show that {email} is yours: press the link in the mail that we send there.
      </p>
      <div>
        <QuietButton busy={send.isPending} onClick={() => send.mutate()}>
          Mail me the link
        </QuietButton>
      </div>
      <p role="status" className="font-semibold empty:hidden">
        {send.data?.message}
      </p>
      <Failure error={send.error} />
    </div>
  );
}
