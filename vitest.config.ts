import { defineConfig } from "vitest/config";

const node = {
  environment: "node" as const,
  globalSetup: "server/fixtures/prepare.ts",
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // `scripts/test` names what passed at the second try.
  retry: 1,
};

/** These replace a module for all that import it, so they may share no modules with other files. */
const replacingModules = [
  "server/platform/auth/passwords/passwords.test.ts",
  "server/platform/backup/archive/archive.test.ts",
  "server/platform/backup/restore/replace.test.ts",
  "server/platform/files/diskSpace.test.ts",
  "server/platform/https/localAuthority.test.ts",
];
const otherProjects = ["server/contract/**", "server/faults/**", "client/e2e/**"];

export default defineConfig({
  test: {
    // Vitest's default leaves a core free: on two cores that would be one worker.
    maxWorkers: 2,
    projects: [
      // The files of the first two share the modules, because loading the whole server takes longer than
      // most of them.
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
        test: {
          ...node,
          name: "contract",
          include: ["server/contract/*.test.ts"],
          isolate: false,
        },
      },
      {
        test: { ...node, name: "unit-isolated", include: replacingModules },
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
