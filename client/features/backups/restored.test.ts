import { expect, onTestFinished, test, vi } from "vitest";
import { restored } from "./restored.ts";

/** The server, as a browser reaches it: away at first. */
function server() {
  const state: { now: "gone" | "silent" | "back"; asked: number } = { now: "gone", asked: 0 };
  const signedOut = { code: -32_001, message: "", data: { reason: { code: "auth.signed_out" } } };
  vi.stubGlobal("fetch", async (address: string) => {
    state.asked += 1;
    if (state.now === "silent") return new Promise(() => undefined);
    if (state.now === "gone") throw new TypeError("Failed to fetch");
    return Response.json(address === "/api/health" ? {} : [{ error: signedOut }]);
  });
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  return state;
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

test("that the server has not come back after a restore is said once, and it is asked on until it is", async () => {
  const state = server();
  const late = vi.fn();
  const done = vi.fn();
  void restored(() => false, late).then(done);
  await minutes(2);
  expect(late).not.toHaveBeenCalled();
  await minutes(2);
  expect(late).toHaveBeenCalledOnce();
  const { asked } = state;
  await minutes(10);
  expect(late).toHaveBeenCalledOnce();
  expect(state.asked).toBeGreaterThan(asked);
  expect(done).not.toHaveBeenCalled();
  state.now = "back";
  await minutes(1);
  expect(done).toHaveBeenCalledWith(true);
});

test("it is also said when the machine answers nothing at all, and not when the server is back soon", async () => {
  const state = server();
  state.now = "silent";
  const [late, tooLate] = [vi.fn(), vi.fn()];
  void restored(() => false, late);
  await minutes(4);
  expect(late).toHaveBeenCalledOnce();
  state.now = "back";
  const soon = restored(() => false, tooLate);
  await minutes(1);
  expect(await soon).toBe(true);
  await minutes(10);
  expect(tooLate).not.toHaveBeenCalled();
});
