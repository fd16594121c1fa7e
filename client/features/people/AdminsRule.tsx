import { api, wordsOf } from "../../trpc.ts";
import { Switch } from "../../ui/Switch.tsx";

/** Whether admins must log in with a second step. */
export function AdminsRule() {
  const cache = api.useUtils();
  const steps = api.admin.factors.all.useQuery();
  const send = api.admin.factors.rule.useMutation({
    onSettled: () =>
      Promise.all([cache.admin.factors.invalidate(), cache.member.factors.invalidate()]),
  });
  if (!steps.data) return null;
  return (
    <div className="mb-4 print:hidden">
      <Switch
        label="Admins need a second step to log in"
        checked={steps.data.adminsMust}
        onChange={(on) => send.mutate({ on })}
      />
      {send.error && (
        <p role="alert" className="text-danger">
          {wordsOf(send.error)}
        </p>
      )}
    </div>
  );
}
