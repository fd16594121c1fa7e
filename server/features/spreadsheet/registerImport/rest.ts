import type { FastifyRequest } from "fastify";
import * as z from "zod";
import type { Context } from "../../../api/procedures.ts";
import { restBelow, streamAdapter } from "../../../api/rest.ts";
import { tellSharedEmail } from "../../people/service.ts";
import { spreadsheetError } from "../errors.ts";
import { oneAtATime, receiveList } from "../imports/rest.ts";
import { importQuery } from "../imports/schema.ts";
import { type Choices, checkedRegister, choices, doneRegister, maxRegisterRows } from "./schema.ts";
import { checkRegister, runRegister } from "./service.ts";

/** @throws register.bad_choices with what is wrong */
function readChoices(given: string | undefined): Choices {
  try {
    return choices.parse(JSON.parse(given || "{}"));
  } catch {
    throw spreadsheetError("register.bad_choices", { field: "choices" });
  }
}

async function receiveRegister(ctx: Context, request: FastifyRequest) {
  const { dryRun } = importQuery.parse(request.query);
  const { content, fields } = await receiveList(request);
  const chosen = readChoices(fields.choices);
  return oneAtATime(async () => {
    // Titles and headings come above the rows.
    const file = await ctx.readList(content, maxRegisterRows + 20);
    if (dryRun === "true") return checkRegister(ctx.db, file, chosen, ctx.now().today);
    const tell = tellSharedEmail(ctx);
    return runRegister(ctx.db, ctx.by, { file, choices: chosen, tell }, ctx.now);
  });
}

export const rest = restBelow("/api", [
  streamAdapter("POST /imports/register", {
    summary:
      "Imports units, people, owners and tenants from one list, .xlsx or CSV: all of it, or nothing. With dryRun=true it only says what would happen. choices is a JSON object with the columns, the answers to its questions, mended cells and rows to leave out.",
    streams: "upload",
    admission: { for: "Admin" },
    query: importQuery,
    parts: ["choices"],
    answer: z.union([checkedRegister, doneRegister]),
    errors: [
      "imports.no_file",
      "imports.cut_off",
      "imports.too_large",
      "imports.empty",
      "imports.not_text",
      "imports.bomb",
      "imports.macros",
      "imports.workbook",
      "imports.formula",
      "imports.no_rows",
      "imports.too_many_rows",
      "imports.too_many_columns",
      "imports.too_slow",
      "imports.bad_columns",
      "imports.refused",
      "register.bad_choices",
      "register.no_sheet",
      "register.no_columns",
      "register.undecided",
    ],
    handle: receiveRegister,
  }),
]);
