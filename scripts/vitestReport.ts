// For `scripts/test`: what it adds up and repeats at the end, as JSON in the file that VITEST_REPORT names.
import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/** The findings of a runner; `scripts/test.mjs` makes the same of Playwright's report. */
interface Report {
  passed: number;
  failed: number;
  failures: Failure[];
  /** The tests that passed at the second try, with the error of the first. */
  secondTries: Failure[];
  /** The errors outside of any test, such as one that nothing caught. */
  runnerErrors: string[];
  files: { file: string; seconds: number }[];
}

interface Failure {
  file: string;
  name: string;
  why: string;
}

const textOf = ({ message, stack }: { message: string; stack?: string }) => stack ?? message;

function failureOf(test: TestCase): Failure {
  const errors = test.result()?.errors ?? [];
  return {
    file: test.module.moduleId,
    name: test.fullName,
    why: errors.map(textOf).join("\n"),
  };
}

/** A file that could not be loaded has errors and no tests. */
function failureOfFile(module: TestModule): Failure[] {
  const why = module.errors().map(textOf).join("\n");
  return why ? [{ file: module.moduleId, name: "the file itself", why }] : [];
}

export default class VitestReport implements Reporter {
  readonly #running = new Set<string>();

  /** A run that is stopped from outside says which files it waited for; none when a worker did not say that it ended. */
  onInit(): void {
    process.once("SIGTERM", () =>
      process.stdout.write(`Not over: ${[...this.#running].join(", ") || "no file"}\n`),
    );
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#running.add(moduleId);
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(moduleId);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed");
    const failures = [
      ...tests.filter((test) => test.result().state === "failed").map(failureOf),
      ...modules.flatMap(failureOfFile),
    ];
    const report: Report = {
      passed: passed.length,
      failed: failures.length,
      failures,
      secondTries: passed.filter((test) => test.diagnostic()?.flaky).map(failureOf),
      runnerErrors: unhandled.map(textOf),
      files: modules.map((module) => ({
        file: module.moduleId,
        seconds: module.diagnostic().duration / 1000,
      })),
    };
    if (process.env.VITEST_REPORT) writeFileSync(process.env.VITEST_REPORT, JSON.stringify(report));
  }
}
