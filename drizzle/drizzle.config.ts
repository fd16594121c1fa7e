import { defineConfig } from "drizzle-kit";

/** `npm run migration -- --name what_changes` writes the next migration from the table.ts files. */
export default defineConfig({
  dialect: "sqlite",
  casing: "snake_case",
  schema: "./server/**/table.ts",
  out: "./drizzle",
});
