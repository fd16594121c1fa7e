import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** WebKitGTK, driven over W3C WebDriver: the engine of iPhones, iPads and Safari, from Debian. */
export interface WebKit {
  goTo: (address: string) => Promise<void>;
  /** Runs a function body in the page and returns its result. */
  run: <Answer>(script: string, ...args: unknown[]) => Promise<Answer>;
  /**
   * Presses the middle of an element like a finger or mouse: whatever is on top there gets the
   * press.
   */
  press: (selector: string) => Promise<void>;
  address: () => Promise<string>;
  close: () => Promise<void>;
}

const element = "element-6066-11e4-a52e-4f735466cecf";

/** A free port, because the driver cannot choose one itself. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a virtual screen, the driver and the browser. */
export async function startWebKit(width: number, height: number): Promise<WebKit> {
  const started: ChildProcess[] = [];
  const stop = async () => {
    for (const child of started.reverse()) {
      if (child.exitCode !== null || !child.pid) continue;
      child.kill();
      await once(child, "exit");
    }
  };
  try {
    const screen = `${width}x${height}x24`;
    const display = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    started.push(display);
    const [number] = await once(display.stdio[3] as NodeJS.ReadableStream, "data");
    const port = await freePort();
    const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
      stdio: "ignore",
      env: {
        ...process.env,
        DISPLAY: `:${String(number).trim()}`,
        GDK_BACKEND: "x11",
        // There is no graphics card.
        LIBGL_ALWAYS_SOFTWARE: "1",
      },
    });
    started.push(driver);
    const browser = await openBrowser(`http://127.0.0.1:${port}`, width, height);
    return {
      ...browser,
      close: async () => {
        await browser.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens a window as soon as the driver listens. */
async function openBrowser(driver: string, width: number, height: number): Promise<WebKit> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(driver + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value as unknown;
  };
  const until = Date.now() + 20_000;
  while (!(await fetch(`${driver}/status`).catch(() => null))) {
    if (Date.now() > until) throw new Error("WebKitWebDriver does not listen");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // Without other capabilities it opens its own MiniBrowser.
  const { sessionId } = (await call("POST", "/session", { capabilities: {} })) as {
    sessionId: string;
  };
  const at = `/session/${sessionId}`;
  await call("POST", `${at}/window/rect`, { width, height });
  const actions = (pointer: object[]) =>
    call("POST", `${at}/actions`, {
      actions: [{ type: "pointer", id: "mouse", actions: pointer }],
    });
  return {
    goTo: async (url) => void (await call("POST", `${at}/url`, { url })),
    run: <Answer>(script: string, ...args: unknown[]) =>
      call("POST", `${at}/execute/sync`, { script, args }) as Promise<Answer>,
    press: async (value) => {
      const found = await call("POST", `${at}/element`, { using: "css selector", value });
      const origin = { [element]: (found as Record<string, string>)[element] };
      await actions([
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]);
    },
    address: async () => (await call("GET", `${at}/url`)) as string,
    close: async () => void (await call("DELETE", at)),
  };
}
