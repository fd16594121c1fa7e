// Loaded into the server with --import. Reports the server's vitals over the socket in
// ESTATE_SOCKET, and starts counting anew after each report. It is not part of the program.
import { createServer } from "node:net";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { cpuUsage, env, memoryUsage } from "node:process";

const resolution = 10;

// The commands that the server starts inherit its options.
if (env.ESTATE_SOCKET && process.argv[1]?.endsWith("main.js")) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let since = { at: performance.now(), cpu: cpuUsage() };
  let rss = 0;
  const look = () => {
    rss = Math.max(rss, memoryUsage.rss());
  };
  setInterval(look, 250).unref();

  // Node measures the time between two timer ticks, which are at least `resolution` apart.
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
