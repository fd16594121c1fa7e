import { defineConfig } from "vitest/config";

const node = {
  environment: "node" as const,
  globalSetup: "server/fixtures/prepare.ts",
  testTimeout: 20_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    // Vitest's default leaves a core free: on two cores that would be one worker.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...node,
          name: "unit",
          include: ["server/**/*.test.ts", "client/**/*.test.{ts,tsx}", "scripts/*.test.ts"],
          exclude: ["server/contract/**", "server/faults/**", "client/e2e/**"],
        },
      },
      {
        // Its files share the modules, because loading the whole server takes longer than most of them.
        test: {
          ...node,
          name: "contract",
          include: ["server/contract/*.test.ts"],
          isolate: false,
        },
      },
      {
        // What may go wrong with the machine, tried on real processes.
        test: {
          ...node,
          name: "faults",
          include: ["server/faults/*.test.ts"],
          testTimeout: 180_000,
        },
      },
      {
        // Installs and upgrades for real, each file on a fresh machine of its own.
        test: {
          ...node,
          name: "machine",
          include: ["scripts/machine/*.test.ts"],
          globalSetup: [node.globalSetup, "scripts/machine/makeRelease.ts"],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
