import { type LinkProps, useRouter } from "@tanstack/react-router";

/** Goes back one page, or to `otherwise` if the page was opened by its URL. */
export function useBack(otherwise: LinkProps["to"], params?: Record<string, string>) {
  const router = useRouter();
  return () => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: otherwise, params, replace: true } as never);
  };
}
