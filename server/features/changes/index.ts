export * as decisions from "./decisions/index.ts";
export * as notices from "./notices/index.ts";
