import { maintenanceTypes } from "../../../server/features/people/schema.ts";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
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
export function PlanRequest({ request, as }: Props) {
  const send = api[as].maintenance.plan.useMutation({
    onSuccess: (changed) => {
      utils.member.maintenance.one.setData({ requestId: changed.id }, changed);
      return utils[as].maintenance.invalidate();
    },
  });
  const isUnsure = request.maintenanceType === "Not sure";
  return (
    <FormDialog
      trigger={
        <Button kind="quiet" small={as === "admin"}>
          Plan …
        </Button>
      }
      title="Plan this request"
      note="The resident sees this too."
    >
      {(close) => (
        <Form schema={typedPlan} send={send} also={{ requestId: request.id }} onDone={close}>
          {as === "admin" && (
            <SelectField
              label={isUnsure ? "Trade (optional)" : "Trade"}
              name="maintenanceType"
              options={maintenanceTypes}
              {...(isUnsure && { placeholder: "Not sure yet" })}
              defaultValue={isUnsure ? "" : request.maintenanceType}
            />
          )}
          <SelectField
            label="Step"
            name="step"
            options={Object.entries(stepNames)}
            defaultValue={request.step}
          />
          <SelectField
            label="Priority"
            name="priority"
            options={[
              ["normal", "Normal"],
              ["urgent", "Urgent"],
            ]}
            defaultValue={request.priority}
          />
          <SelectField
            label="With whom (optional)"
            name="assignedTo"
            options={(request.about?.assignees ?? []).map(
              ({ id, name, kind }) => [id, `${name}, ${kind}`] as const,
            )}
            placeholder="Nobody yet"
            defaultValue={request.assignedTo ?? ""}
          />
          <DateField
            label="Planned for (optional)"
            name="dueOn"
            defaultValue={request.dueOn ?? ""}
          />
          <FormButtons inDialog leave={close}>
            Save
          </FormButtons>
        </Form>
      )}
    </FormDialog>
  );
}
