import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { queryClient } from "../../trpc.ts";
import { fetchChanged, onEachDay } from "./showing.ts";

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

test("each of the building's days writes its rows again a little after midnight, until nobody listens", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T21:00:00Z") });
  vi.stubGlobal("document", { documentElement: { dataset: { zone: "Africa/Johannesburg" } } });
  const begun: string[] = [];
  const fine = { dueDate: "2026-11-20" };
  const list = new QueryObserver(queryClient, { queryKey: ["fines"], initialData: [fine] });
  const leave = list.subscribe(() => undefined);
  const shown = () => queryClient.getQueryData<object[]>(["fines"]);
  const stop = onEachDay(() => begun.push(new Date().toISOString().slice(0, 16)));
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(begun).toEqual([]);
  expect(shown()?.[0]).toBe(fine);
  await vi.advanceTimersByTimeAsync(24.1 * 60 * 60_000);
  expect(begun).toEqual(["2026-11-20T22:01", "2026-11-21T22:01"]);
  expect(shown()).toEqual([fine]);
  expect(shown()?.[0]).not.toBe(fine);
  leave();
  stop();
  await vi.advanceTimersByTimeAsync(48 * 60 * 60_000);
  expect(begun).toHaveLength(2);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
