import { expect, onTestFinished, test, vi } from "vitest";
import { utils } from "../trpc.ts";
import { resumePush, startPush, stopPush } from "./push.ts";

/** A browser whose server keeps whether it has notifications; its answer to that can be held. */
async function browser() {
  const state = { isOn: false, answer: Promise.resolve() };
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal("Notification", { permission: "granted" });
  const subscription = { toJSON: () => ({}), unsubscribe: async () => true };
  const pushManager = { getSubscription: async () => subscription };
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.includes("startPush")) state.isOn = true;
    if (address.includes("stopPush")) state.isOn = false;
    const data = { publicKey: "", lockScreen: state.isOn ? "what" : null };
    if (!/st(art|op)Push/.test(address)) await state.answer;
    const answer = { result: { data } };
    return Response.json(address.includes("batch=") ? [answer] : answer);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  utils.public.session.current.setData(undefined, { profileId: "thandi" } as never);
  await startPush("", "what");
  return state;
}

test("in the next session of the same person the device has its notifications again", async () => {
  const state = await browser();
  state.isOn = false;
  await resumePush();
  expect(state.isOn).toBe(true);
  state.isOn = false;
  utils.public.session.current.setData(undefined, { profileId: "pieter" } as never);
  await resumePush();
  expect(state.isOn).toBe(false);
});

test("who stops them while the page that was opened looks whether they are on has none", async () => {
  const state = await browser();
  state.isOn = false;
  let release: () => void = () => undefined;
  state.answer = new Promise((resolve) => {
    release = resolve;
  });
  const resumed = resumePush();
  await stopPush();
  release();
  await resumed;
  expect(state.isOn).toBe(false);
});
