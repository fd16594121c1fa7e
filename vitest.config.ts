import { defineConfig } from "vitest/config";
import { retries, workers } from "./scripts/testSettings.ts";

const node = {
  environment: "node" as const,
  globalSetup: "server/fixtures/prepare.ts",
  setupFiles: "scripts/randomness.ts",
  testTimeout: 60_000,
  hookTimeout: 120_000,
  retry: retries,
};

/** These replace a module for all that import it, so they may share no modules with other files. */
const replacingModules = [
  "server/platform/auth/passwords/passwords.test.ts",
  "server/platform/files/diskSpace.test.ts",
  "server/platform/https/localAuthority.test.ts",
];
/** They start processes, wait, or take long; the gate has a cheap test in place of each. */
const inReleaseSuite = "**/*.release.test.ts";
const otherProjects = ["server/faults/**", "client/e2e/**", inReleaseSuite];

export default defineConfig({
  test: {
    maxWorkers: workers,
    projects: [
      // Its files share the modules, because loading the whole server takes longer than most of them.
      {
        test: {
          ...node,
          name: "unit",
          include: ["server/**/*.test.ts", "client/**/*.test.{ts,tsx}", "scripts/*.test.ts"],
          exclude: [...otherProjects, ...replacingModules],
          isolate: false,
        },
      },
      {
        test: { ...node, name: "unit-isolated", include: replacingModules },
      },
      {
        test: {
          ...node,
          name: "release",
          include: ["server/**/*.release.test.ts", "scripts/*.release.test.ts"],
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
        // Installs and upgrades on fresh machines, and copies a building to a spare one.
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
