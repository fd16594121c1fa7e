import { api, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { paperDay } from "../../ui/days.ts";
import { SelectField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { DialogButtons } from "../../ui/FormButtons.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { RequestFile } from "./columns.tsx";

type About = NonNullable<RequestFile["about"]>;
type Report = About["joined"][number];

const typedJoining = async () =>
  (await import("../../../server/features/maintenance/schema.ts")).typedJoining;

interface Props {
  request: RequestFile;
  as: "admin" | "staff";
}

/** Joins a request to another one about the same, or takes the two apart again. */
export function JoinReports({ request: { id: requestId, about }, as }: Props) {
  const send = api[as].maintenance.join.useMutation({
    onSuccess: (changed) => {
      utils.member.maintenance.one.setData({ requestId }, changed);
      return Promise.all([
        utils.member.maintenance.one.invalidate(),
        utils[as].maintenance.invalidate(),
      ]);
    },
  });
  const small = as === "admin";
  if (about?.sameAs)
    return (
      <QuietButton
        small={small}
        disabled={send.isPending}
        onClick={() => send.mutate({ requestId, sameAsId: null })}
      >
        Not the same
      </QuietButton>
    );
  if (!about || about.mayBeSame.length === 0) return null;
  return (
    <FormDialog
      trigger={<QuietButton small={small}>Reported twice …</QuietButton>}
      title="Join two reports of the same problem"
      note="Both residents are told, without names. Choose the other report below. From then on, work only on that one: its plan, answers and status are copied to this report."
    >
      {(close) => (
        <Form schema={typedJoining} send={send} also={{ requestId }} onDone={close}>
          <SelectField
            label="It is the same as"
            data-label="The other report"
            name="sameAsId"
            placeholder="Choose the other report"
            options={about.mayBeSame.map((report) => [report.id, inShort(report)] as const)}
          />
          <DialogButtons leave={close}>Join them</DialogButtons>
        </Form>
      )}
    </FormDialog>
  );
}

const mostLetters = 60;

function inShort({ date, roomNumber, description }: Report): string {
  const words =
    description.length > mostLetters ? `${description.slice(0, mostLetters)} …` : description;
  return `${paperDay(date)}, ${roomNumber}: ${words}`;
}

/** The other reports of the same thing, as facts of a request's page. */
export const sameReports = ({ sameAs, joined }: About, as: "admin" | "staff") => ({
  "The same as": sameAs && <ToReport report={sameAs} as={as} />,
  "Also reported": joined.length > 0 && (
    <ul>
      {joined.map((report) => (
        <li key={report.id}>
          <ToReport report={report} as={as} />
        </li>
      ))}
    </ul>
  ),
});

function ToReport({ report, as }: { report: Report; as: "admin" | "staff" }) {
  const link = { params: { requestId: report.id }, className: "min-h-6!" };
  const words = inShort(report);
  return as === "admin" ? (
    <TextLink to="/admin/maintenance/$requestId" {...link}>
      {words}
    </TextLink>
  ) : (
    <TextLink to="/staff/allmaintenanceissues/$requestId" {...link}>
      {words}
    </TextLink>
  );
}
