import { expect, test } from "vitest";
import { paperOfList } from "./listPaper.ts";

const rows = [
  { name: "Thandi", note: "The gate hums all night", cents: "R450.00" },
  { name: "Sipho", note: "Nothing", cents: "R1 250.00" },
];
type Row = (typeof rows)[number];
const columns = [
  { key: "name", label: "Name", value: ({ name }: Row) => name },
  { key: "note", label: "Note", value: ({ note }: Row) => note },
  { key: "cents", label: "Amount", value: ({ cents }: Row) => cents, right: true },
  { key: "action", label: "Action", show: () => "" },
];

const paperOf = (more: Partial<Parameters<typeof paperOfList<Row>>[0]>) =>
  paperOfList({ title: "Who owes", columns, rows, only: "", totals: [], ...more });

test("a list on paper has the screen's columns and rows, without buttons, and says which rows", () => {
  const paper = paperOf({ only: "Only Unpaid", totals: [["Total", "R1 700.00"]] });
  expect(paper).toMatchObject({
    title: "Who owes",
    notes: ["Only Unpaid: 2 rows"],
    rows: [
      ["Thandi", "The gate hums all night", "R450.00"],
      ["Sipho", "Nothing", "R1 250.00"],
    ],
    totals: [["Total", "R1 700.00"]],
    dense: false,
  });
  expect(paper.fileName).toMatch(/^who-owes-only-unpaid-\d{4}-\d\d-\d\d\.pdf$/);
  expect(paperOf({ asAt: "2026-03-01" })).toMatchObject({
    title: "Who owes as at 1 March 2026",
    fileName: "who-owes-as-at-2026-03-01.pdf",
  });
  expect(paperOf({ title: "Unités", asAt: "2026-03-01" }).fileName).toMatch(/^unites-as-at/);
  expect(paper.columns.map(({ label, width }) => [label, width === undefined])).toEqual([
    ["Name", false],
    ["Note", true],
    ["Amount", false],
  ]);
});

test("many columns lie on their side, and a whole list says only how long it is", () => {
  const many = Array.from({ length: 6 }, (_, index) => ({ ...columns[0], key: `${index}` }));
  const paper = paperOf({ columns: many as typeof columns, rows: rows.slice(0, 1) });
  expect(paper).toMatchObject({ dense: true, notes: ["1 row"] });
});
