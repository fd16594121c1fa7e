import { Bell } from "lucide-react";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { useAtPress } from "../../ui/useAtPress.ts";

export const loadNews = () => import("./News.tsx");

/** Opens what is new, and says how much there is. */
export function NewsButton() {
  const { code, loading } = useAtPress(loadNews, "What is new could not be loaded");
  const { data } = api.member.live.news.useQuery();
  const count = data?.rows.length ?? 0;
  const button = (
    <Button kind="plain" className="px-3!">
      <span className="relative">
        <Bell className="size-5 shrink-0" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-2.5 -right-2.5 min-w-5 rounded-full bg-clay px-1 text-center text-xs leading-5 text-on-clay tabular-nums"
          >
            {count}
            {data?.more && "+"}
          </span>
        )}
      </span>
      <span className="sr-only sm:not-sr-only">New</span>
      {count > 0 && <span className="sr-only">({count})</span>}
    </Button>
  );
  return code ? <code.News trigger={button} /> : loading(button, "dialog");
}
