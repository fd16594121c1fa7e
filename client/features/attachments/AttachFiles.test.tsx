import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AttachFiles } from "./AttachFiles.tsx";
import type { Chosen } from "./useAttachments.ts";

/** What the buttons beside a file say. */
function buttonsFor(state: Chosen["state"], { atOnce }: { atOnce: boolean }): string[] {
  const file = new File(["%PDF-1.7\n"], "a.pdf", { type: "application/pdf" });
  const chosen = { key: "a", file, state, part: 0, why: "", ready: Promise.resolve(file) };
  const nothing = () => undefined;
  const attachments = {
    kind: "noticeFiles" as const,
    files: [chosen],
    busy: false,
    hasMore: true,
    add: nothing,
    remove: nothing,
    cancel: nothing,
  };
  const field = { attachments, label: "Files", hint: "", said: () => "", retry: nothing };
  const markup = renderToStaticMarkup(<AttachFiles {...field} atOnce={atOnce} />);
  return [...markup.matchAll(/<button.*?<\/button>/g)]
    .map(([button]) => button.replace(/<[^>]*>/g, "").trim())
    .filter(Boolean);
}

test("where files are sent at once, one whose sending was cancelled can be sent after all", () => {
  expect(buttonsFor("waiting", { atOnce: true })).toEqual([expect.stringMatching(/^Send a\.pdf/)]);
  // Elsewhere the form has a button for all of them.
  expect(buttonsFor("waiting", { atOnce: false })).toEqual([]);
  for (const atOnce of [true, false])
    expect(buttonsFor("failed", { atOnce })).toEqual([expect.stringMatching(/^Send again/)]);
  expect(buttonsFor("sent", { atOnce: true })).toEqual([]);
});
