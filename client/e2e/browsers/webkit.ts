import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "@playwright/test";
import { freePort } from "../../../server/fixtures/freePort.ts";
import type { Browser, Key, Look } from "./browser.ts";

/** Debian's browser with nothing but WebKitGTK, which is the engine of iPhones, iPads and Safari. */
const miniBrowser = `/usr/lib/${{ x64: "x86_64", arm64: "aarch64" }[process.arch as "x64"]}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** The property that holds an element's id in W3C WebDriver. */
const elementId = "element-6066-11e4-a52e-4f735466cecf";

/** W3C WebDriver's characters for keys that write nothing. */
const keys: Record<Key, string[]> = {
  Tab: ["\uE004"],
  Enter: ["\uE007"],
  ArrowRight: ["\uE014"],
  "Control+A": ["\uE009", "a"],
};

/** Opens a window of WebKitGTK on a virtual person, driven over W3C WebDriver. */
export async function openWebKit(look: Look): Promise<Browser> {
  const started: ChildProcess[] = [];
  const stop = async () => {
    for (const child of started.reverse()) {
      if (child.exitCode !== null || !child.pid) continue;
      child.kill();
      await once(child, "exit");
    }
  };
  try {
    const words = ["-displayfd", "3", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"];
    const display = spawn("Xvfb", words, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    started.push(display);
    const [number] = await once(display.stdio[3] as NodeJS.ReadableStream, "data");
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      GDK_BACKEND: "x11",
      TZ: "Africa/Johannesburg",
      // There is no graphics card.
      LIBGL_ALWAYS_SOFTWARE: "1",
    };
    started.push(spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore", env }));
    const browser = await openWindow(`http://127.0.0.1:${port}`, look);
    return { ...browser, close: () => browser.close().finally(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens a window as soon as the driver listens. */
async function openWindow(driver: string, { dark }: Look): Promise<Browser> {
  const call = async <Answer = void>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer> => {
    const answer = await fetch(driver + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Answer };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await expect.poll(() => fetch(`${driver}/status`).catch(() => null)).not.toBeNull();
  const options = { binary: miniBrowser, args: ["--automation", ...(dark ? ["--dark-mode"] : [])] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities });
  const at = `/session/${sessionId}`;
  const act = (type: string, actions: object[], more = {}) =>
    call("POST", `${at}/actions`, { actions: [{ type, id: type, actions, ...more }] });
  const run: Browser["run"] = (body, ...args) =>
    call("POST", `${at}/execute/sync`, { script: `return (${body})(...arguments)`, args });
  return {
    run,
    goTo: (url) => call("POST", `${at}/url`, { url }),
    address: () => call("GET", `${at}/url`),
    pressAt: (x, y) =>
      act("pointer", [
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]),
    press: (key) =>
      act("key", [
        ...keys[key].map((value) => ({ type: "keyDown", value })),
        ...keys[key].toReversed().map((value) => ({ type: "keyUp", value })),
      ]),
    type: (text) =>
      act(
        "key",
        [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value }))),
      ),
    attach: async (path) => {
      const using = { using: "css selector", value: "input[type=file]" };
      const element = await call<Record<string, string>>("POST", `${at}/element`, using);
      await call("POST", `${at}/element/${element[elementId]}/value`, { text: path });
    },
    resize: async (width, height) => {
      // The window has a toolbar above the page.
      const toolbar = await run(() => outerHeight - innerHeight);
      await call("POST", `${at}/window/rect`, { width, height: height + toolbar });
      await expect.poll(() => run(() => innerWidth)).toBe(width);
    },
    picture: async () => Buffer.from(await call<string>("GET", `${at}/screenshot`), "base64"),
    close: () => call("DELETE", at),
  };
}
