import writeWorkbook from "write-excel-file/node";
import { readSheets } from "../../platform/csv/sheets.ts";
import { openHouse } from "../../testing.ts";
import { csvOf, registerRows } from "./export.ts";
import { type Choices, choices } from "./schema.ts";
import { checkRegister, runRegister } from "./service.ts";

export type Cell = string | number | Date | null;
type List = string | Buffer | Cell[][];

/** A building, with functions that check and import a list: lines of CSV or rows of a workbook. */
export function open() {
  const house = openHouse();
  const by = { accountId: house.people.anna.id, origin: "test" };
  const file = async (list: List) => {
    if (typeof list === "string") return readSheets(Buffer.from(list), 5_020);
    if (Buffer.isBuffer(list)) return readSheets(list, 5_020);
    return readSheets(await writeWorkbook(list, { dateFormat: "yyyy/mm/dd" }).toBuffer(), 5_020);
  };
  const chosen = (given: Partial<Choices>) => choices.parse(given);
  const { now } = house.services;
  return {
    ...house,
    check: async (list: List, given: Partial<Choices> = {}) =>
      checkRegister(house.db, await file(list), chosen(given), now().today),
    run: async (list: List, given: Partial<Choices> = {}, requestKey?: string) =>
      runRegister(
        house.db,
        { ...by, requestKey },
        { file: await file(list), choices: chosen(given) },
        now(),
      ),
    units: async () => {
      const { rows } = await house.as("anna").admin.units.all();
      return rows.map(({ label, owners, residents }) => [
        label,
        owners.map(({ name, share }) => `${name} ${share / 10_000}`).join(", "),
        residents.map(({ name }) => name).join(", "),
      ]);
    },
  };
}

type Checked = Awaited<ReturnType<ReturnType<typeof open>["check"]>>;
export const problemsOf = ({ rows }: Checked) =>
  rows.flatMap(({ line, problems }) =>
    problems.map(({ field, value, words }) => [line, field, value, words]),
  );

export const yes = { makeUnits: true };
const day = (text: string) => new Date(`${text}T00:00:00Z`);
export const none = null;
const lets = "Sea Point Lets (Pty) Ltd";
const headings =
  "Unit no,Sec,PQ %,m2,Owner,Owner surname,Cell,E-mail,Tenant,Tenant cell,Lease start";

const johan = ["Johan", "van der Merwe", "+27 83 555 1234", "johan@example.co.za"];
const zwane = ["Zwane, Nomsa", "073 555 0199", day("2025-03-01")];
export const agents: Cell[][] = [
  ["Baobab Court BC"],
  ["Owners and tenants as at 1 November 2026"],
  [],
  headings.split(","),
  [1, 1, 60.5, 80, "Anna & Piet", "Smit", 824441018, "smits@example.co.za", none, none, none],
  [2, 2, 20, 64.6, lets, none, none, "info@lets.co.za", ...zwane],
  [],
  [3, 3, 19.5, 64, ...johan, "Mr Thabo Nkosi", 715550123, day("2024-07-01")],
  ["Total", none, 100, 208.6],
];

export const peopleIn = ({ rows }: Checked) =>
  rows.map(({ unit, people }) => [
    unit,
    ...people.map(({ name, surname, juristic, share, email }) =>
      [juristic ? `company ${name}` : `${name} | ${surname}`, share, email]
        .filter(Boolean)
        .join(" "),
    ),
  ]);

export const registerText = ({ db, services }: ReturnType<typeof open>) =>
  csvOf(registerRows(db, services.now().today));
