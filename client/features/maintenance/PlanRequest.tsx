import { useState } from "react";
import type { RequestPlanOfAdmin } from "../../../server/features/maintenance/schema.ts";
import { maintenanceTypes } from "../../../server/features/people/schema.ts";
import { api, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { DialogButtons } from "../../ui/FormButtons.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import type { RequestFile } from "./columns.tsx";
import { stepNames } from "./progress.ts";

const typedPlan = async () =>
  (await import("../../../server/features/maintenance/schema.ts")).typedPlan;

interface Props {
  request: RequestFile;
  as: "admin" | "staff";
}

/** How far a request is, who has it, and for which day. */
export const PlanRequest = ({ request, as }: Props) => (
  <FormDialog
    trigger={<QuietButton small={as === "admin"}>Plan …</QuietButton>}
    title="Plan this request"
    note="The resident sees this too."
  >
    {(close) => <Plan request={request} as={as} close={close} />}
  </FormDialog>
);

/** Sends only what was changed here: somebody else may change the rest while it is open. */
function Plan({ request, as, close }: Props & { close: () => void }) {
  const [opened] = useState(request);
  const send = api[as].maintenance.plan.useMutation({
    onSuccess: (changed) => {
      utils.member.maintenance.one.setData({ requestId: changed.id }, changed);
      return utils[as].maintenance.invalidate();
    },
  });
  const changedIn = ({ requestId, ...plan }: RequestPlanOfAdmin) => {
    const names = Object.keys(plan) as (keyof typeof plan)[];
    const changed = names.filter((name) => plan[name] !== opened[name]);
    return { requestId, ...Object.fromEntries(changed.map((name) => [name, plan[name]])) };
  };
  const isUnsure = opened.maintenanceType === "Not sure";
  return (
    <Form
      schema={typedPlan}
      send={{
        isPending: send.isPending,
        mutate: (plan, options) => send.mutate(changedIn(plan), options),
      }}
      also={{ requestId: opened.id }}
      corrects
      onDone={close}
    >
      {as === "admin" && (
        <SelectField
          label={isUnsure ? "Trade (optional)" : "Trade"}
          name="maintenanceType"
          options={maintenanceTypes}
          {...(isUnsure && { placeholder: "Not sure yet" })}
          defaultValue={isUnsure ? "" : opened.maintenanceType}
        />
      )}
      <SelectField
        label="Step"
        name="step"
        options={Object.entries(stepNames)}
        defaultValue={opened.step}
      />
      <SelectField
        label="Priority"
        name="priority"
        options={Object.entries({ normal: "Normal", urgent: "Urgent" })}
        defaultValue={opened.priority}
      />
      <SelectField
        label="With whom (optional)"
        name="assignedTo"
        options={(opened.about?.assignees ?? []).map(
          ({ id, name, kind }) => [id, `${name}, ${kind}`] as const,
        )}
        placeholder="Nobody yet"
        defaultValue={opened.assignedTo ?? ""}
      />
      <DateField label="Planned for (optional)" name="dueOn" defaultValue={opened.dueOn ?? ""} />
      <DialogButtons leave={close}>Save</DialogButtons>
    </Form>
  );
}
