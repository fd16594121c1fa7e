import { useMutation } from "@tanstack/react-query";
import type { LockScreen } from "../../../../server/platform/push/schema.ts";
import { startPush, stopPush } from "../../../offline/push.ts";
import { api, reasonOf, showToast, utils, wordsOf } from "../../../trpc.ts";
import { QuietButton } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { SelectField } from "../../../ui/Fields.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Submit } from "../../../ui/Submit.tsx";

const lockScreenOnly = async () =>
  (await import("../../../../server/platform/push/schema.ts")).newSubscription.pick({
    lockScreen: true,
  });

const shown = Object.entries({ that: "Only that something is new", what: "What is new" });

/** Browsers have it over HTTPS only, and on an iPhone only once Stoep is on the home screen. */
const hasPush = () => "PushManager" in window && "serviceWorker" in navigator;

const browserRefusal =
  "This browser does not let Stoep notify you. Allow it in the browser's settings for this page, and try again.";

/** Whether this device is told of news while Stoep is closed; nothing where that cannot be. */
export function Notifications() {
  const [push] = api.member.live.push.useSuspenseQuery();
  const after = () => utils.member.live.push.invalidate();
  const start = useMutation({
    mutationFn: ({ lockScreen }: { lockScreen: LockScreen }) =>
      startPush(push?.publicKey ?? "", lockScreen),
    onSuccess: after,
  });
  const stop = useMutation({
    mutationFn: stopPush,
    onSuccess: after,
  });
  if (!push || !hasPush()) return null;
  return (
    <Section
      title="Notifications on this device"
      note="Also while Stoep is closed: what is new, and at once when the gate asks whether a visitor may come in."
      className="mt-10 print:hidden"
    >
      {push.lockScreen === null ? (
        <div className="mt-4">
          <QuietButton busy={start.isPending} onClick={() => start.mutate({ lockScreen: "that" })}>
            Notify me on this device
          </QuietButton>
        </div>
      ) : (
        <Form
          schema={lockScreenOnly}
          send={start}
          onDone={() => void showToast("success", "Saved")}
          className="mt-4 flex max-w-xl flex-wrap items-end gap-3"
        >
          <SelectField
            label="A locked screen shows"
            name="lockScreen"
            options={shown}
            defaultValue={push.lockScreen}
          />
          <Submit kind="quiet">Save</Submit>
          <QuietButton busy={stop.isPending} onClick={() => stop.mutate()}>
            Stop on this device
          </QuietButton>
        </Form>
      )}
      <Failure
        error={push.lockScreen === null ? start.error : stop.error}
        words={(error) => (reasonOf(error) ? wordsOf(error) : browserRefusal)}
        className="mt-3"
      />
    </Section>
  );
}
