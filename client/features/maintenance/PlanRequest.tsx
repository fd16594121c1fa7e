import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import type { RequestFile } from "./columns.tsx";
import { stepNames } from "./stepWords.ts";

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
