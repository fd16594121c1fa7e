import { readConfig } from "../config.ts";
import { holdData } from "../platform/files/lock.ts";
import { version } from "../platform/installation/paths.ts";
import { createServices } from "../services.ts";
import { command, Refusal } from "./command.ts";

export const tryOut = command({
  name: "try-out",
  summary:
    "Brings the data up to this program and sees whether it works with them, serving nobody.",
  options: {},
  notes: ["An upgrade runs it before it starts the new server. The server must not be running."],
  async run() {
    const config = readConfig();
    const release = holdData(config.data);
    const services = createServices(config);
    // No other command needs the server, and loading it takes longer than most of them.
    const { buildApp } = await import("../app.ts");
    const app = await buildApp(services);
    try {
      for (const url of ["/api/health", "/login"]) {
        const { statusCode } = await app.inject({ url, headers: { host: "localhost" } });
        if (statusCode !== 200) throw new Refusal(`It answers ${url} with ${statusCode}.`);
      }
      console.log(`Stoep ${version} works with the data in ${config.data}.`);
    } finally {
      await app.close();
      services.db.$client.close();
      release();
    }
  },
});
