import { expect, test } from "vitest";
import { readSheets } from "../../platform/csv/sheets.ts";
import { openBuilding } from "../../platform/installation/database.ts";
import { telephoneKey } from "../../platform/telephones/format.ts";
import { openHouse } from "../../testing.ts";
import { csvOf, registerRows } from "./export.ts";
import { choices } from "./schema.ts";
import { checkRegister, runRegister } from "./service.ts";

const at = { accountId: null, origin: "test" };

test("telephones keep their first zero when Excel opens the register, and come back as they were", async () => {
  const { as, db, services } = openHouse();
  const { admin } = as("anna");
  const { today } = services.now();
  const unit = await admin.units.add({ label: "Loft 1", sectionNumber: "1", floor: -1 });
  for (const [role, name, cellPhone, telephone] of [
    ["owner", "Ann", "0824441018", "+44 20 7946 0958"],
    ["tenant", "Ben", "+27 83 444 1018", "(011) 403-1234"],
  ] as const) {
    const { id } = await admin.people.add({ name, surname: "Botha", cellPhone, telephone });
    await admin.parties.add({ unitId: unit.id, role, personId: id, since: "2020-01-01" });
  }
  const rows = registerRows(db, today);
  const text = csvOf(rows);
  expect(text).toMatch(/,082-444-1018,'\+44 20 7946 0958,/);
  expect(text).toMatch(/,083-444-1018,011-403-1234,/);

  const file = await readSheets(Buffer.from(text), 5_020);
  const checked = checkRegister(db, file, choices.parse({}), today);
  expect(checked.questions).toEqual([]);
  expect(checked.rows.map(({ fate }) => fate)).not.toContain("refused");
  expect(checked.counts).toMatchObject({ units: { update: 0 }, people: { add: 0 } });

  const empty = openBuilding(":memory:");
  const given = { file, choices: choices.parse({ makeUnits: true }) };
  runRegister(empty, at, given, services.now());
  // The form of a number may be another, but it is the same number.
  const keys = (list: string[][]) => list.map((cells) => cells.map(telephoneKey));
  expect(keys(registerRows(empty, today))).toEqual(keys(rows));
});
