import type { ErrorCode } from "../../../server/errors.ts";

/** What the way back from an outside provider may have to say. */
const problems: Partial<Record<ErrorCode, string>> = {
  "auth.oidc_unavailable":
    "Your provider does not answer. Log in with your password, or try later.",
  "auth.oidc_refused": "Your provider did not let you in. Try again, or log in with your password.",
  "auth.oidc_unknown_email":
    "Nobody here has the email address your provider vouches for. Ask an admin to add it.",
};

/** Above the login form, for who comes back from a provider without having been let in. */
export default function ProviderProblem({ code }: { code: string }) {
  const words = problems[code as ErrorCode];
  if (!words) return null;
  return (
    <p role="alert" className="mb-5 font-medium text-danger">
      {words}
    </p>
  );
}
