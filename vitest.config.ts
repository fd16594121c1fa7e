import { defineConfig } from "vitest/config";

const node = { environment: "node" as const, testTimeout: 20_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: "unit",
          include: ["server/**/*.test.ts", "client/**/*.test.{ts,tsx}", "scripts/*.test.ts"],
          exclude: ["server/contract/**", "client/e2e/**"],
        },
      },
      { test: { ...node, name: "contract", include: ["server/contract/*.test.ts"] } },
      {
        // Installs and upgrades for real, each file on a fresh machine of its own.
        test: {
          ...node,
          name: "machine",
          include: ["scripts/machine/*.test.ts"],
          globalSetup: "scripts/machine/makeRelease.ts",
          testTimeout: 300_000,
        },
      },
    ],
  },
});
