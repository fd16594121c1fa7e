import { expect, test, vi } from "vitest";
import { queryClient } from "../../trpc.ts";
import { fetchChanged } from "./showing.ts";

test.each([
  ["fine", ["unitStates.all", "fineDecisions.history", "fines.list"], ["changeDecisions.one"]],
  ["request", ["unitStates.all", "maintenance.list"], ["fineDecisions.history"]],
  ["register", ["fines.list", "notices.list", "visitors.list", "privacy.people"], []],
  ["change", ["changeDecisions.one", "changeNotices.mine"], ["unitStates.all"]],
])("what shows a %s is fetched again, and nothing else", async (topic, shown, other) => {
  queryClient.clear();
  const isStale = (name: string) => queryClient.getQueryState(keyOf(name))?.isInvalidated;
  const keyOf = (name: string) => [["admin", ...name.split(".")], { type: "query" }];
  for (const name of [...shown, ...other]) queryClient.setQueryData(keyOf(name), []);
  vi.useFakeTimers();
  fetchChanged(topic);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(shown.map(isStale)).toEqual(shown.map(() => true));
  expect(other.map(isStale)).toEqual(other.map(() => false));
});
