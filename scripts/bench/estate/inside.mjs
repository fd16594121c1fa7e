// Loaded into the server with --import: tells over the socket in ESTATE_SOCKET how it fares, and with
// each time begins to count anew. It is no part of the program.
import { createServer } from "node:net";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { cpuUsage, env, memoryUsage } from "node:process";

const resolution = 10;

// The commands that the server starts get its options too.
if (env.ESTATE_SOCKET && process.argv[1]?.endsWith("main.js")) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let since = { at: performance.now(), cpu: cpuUsage() };
  let rss = 0;
  const look = () => {
    rss = Math.max(rss, memoryUsage.rss());
  };
  setInterval(look, 250).unref();

  // What is measured is the time between two looks, which are `resolution` apart at best.
  const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
  const readVitals = () => {
    look();
    const cpu = cpuUsage(since.cpu);
    const now = performance.now();
    const answer = {
      cpuShare: (cpu.user + cpu.system) / 1000 / (now - since.at),
      delayMs: {
        p50: late(delay.percentile(50)),
        p99: late(delay.percentile(99)),
        max: late(delay.max),
      },
      rssMb: rss / 1e6,
      heapMb: memoryUsage().heapUsed / 1e6,
    };
    delay.reset();
    since = { at: now, cpu: cpuUsage() };
    rss = 0;
    return answer;
  };
  createServer((socket) => socket.end(JSON.stringify(readVitals())))
    .listen(env.ESTATE_SOCKET)
    .unref();
}
