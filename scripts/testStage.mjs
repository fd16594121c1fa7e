// One stage of `scripts/test`: a command with all that it starts.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** The leaders of the groups of processes that run now. */
const groups = new Set();

function end(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // All of them have ended.
  }
}

// A terminal's Ctrl-C reaches only its own group.
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    for (const group of groups) end(group, signal);
    process.exit(1);
  });

/**
 * Runs a command, and ends what it leaves behind. A runner of tests may wait for ever for one of its workers; what
 * is not over in time is stopped, with all its processes.
 * @param longestMs how long it may take
 * @returns whether it succeeded
 */
export async function runStage(command, args, env, longestMs) {
  const running = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    // In a group of its own, which can be ended as one.
    detached: true,
  });
  const ended = once(running, "exit");
  groups.add(running.pid);
  const tooLong = setTimeout(() => {
    console.log(`Stopped: it was not over after ${longestMs / 60_000} minutes.`);
    end(running.pid, "SIGTERM");
    setTimeout(end, 5_000, running.pid, "SIGKILL").unref();
  }, longestMs);
  const [status] = await ended;
  clearTimeout(tooLong);
  end(running.pid, "SIGKILL");
  groups.delete(running.pid);
  return status === 0;
}
