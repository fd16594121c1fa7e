import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { App, newRouter } from "./app.tsx";
import { EmptyFrame } from "./features/frame/EmptyFrame.tsx";
import { queryClient } from "./trpc.ts";

// Runs at the build alone: paints the pages that are the same in every house and for everybody.

// The router leaves itself there for its tools.
Object.assign(globalThis, { self: globalThis });

/** The title and the HTML of a page, as the browser first draws it: nothing was asked of the server. */
export async function paint(address: string): Promise<{ title: string; html: string }> {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = newRouter({ history, origin: "http://localhost" });
  await router.load();
  const html = renderToString(<App router={router} />);
  const { staticData } = router.state.matches.at(-1) ?? {};
  if (html.includes("could not be loaded")) throw new Error(`${address} cannot be painted.`);
  if (!staticData?.title) throw new Error(`${address} is no page that can be painted.`);
  return { title: `${staticData.title} · Stoep`, html };
}

/** The HTML of what an area's page begins with, whoever comes and whatever they find. */
export const emptyFrame = () => renderToString(<EmptyFrame />);

/** What a page asks of the server before anything else, by the address it asks it at. */
export async function firstQuestion(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    globalThis.fetch = (input, { method } = {}) => {
      resolve(method === "GET" ? `${input}` : undefined);
      return new Promise(() => {});
    };
    queryClient.clear();
    const history = createMemoryHistory({ initialEntries: [address] });
    const router = newRouter({ history, origin: "http://localhost" });
    void router.load().then(() => resolve(undefined));
  });
}
