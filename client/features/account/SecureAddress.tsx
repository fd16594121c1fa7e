import { useLocation } from "@tanstack/react-router";
import { api } from "../../trpc.ts";
import { TextAnchor } from "../../ui/TextLink.tsx";
import { Warning } from "../../ui/Warning.tsx";

/** Says where to go on a page over plain HTTP if browsers keep the building's sign-ins only over HTTPS. */
export function SecureAddress() {
  const { isSecureContext } = window;
  const { data } = api.public.session.ways.useQuery(undefined, { enabled: !isSecureContext });
  const href = useLocation({ select: (location) => location.href });
  if (isSecureContext || !data?.secureAddress) return null;
  return (
    <div className="mx-auto w-full max-w-2xl px-4">
      <Warning>
        A login would not last at this address. Open{" "}
        <TextAnchor href={new URL(href, data.secureAddress).href} className="-my-2.5">
          {data.secureAddress}
        </TextAnchor>{" "}
        instead.
      </Warning>
    </div>
  );
}
