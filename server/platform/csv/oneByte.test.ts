import { expect, test } from "vitest";
import { fromOneByte } from "./oneByte.ts";

/** The 128 letters of a table from 0x80. */
const upperHalf = Array.from({ length: 128 }, (_, at) => at + 0x80);
const tables = {
  mac: [...new TextDecoder("macintosh").decode(Uint8Array.from(upperHalf))],
  windows: [...fromOneByte(Buffer.from(upperHalf)).text],
};

/** The bytes of a text in a table; it fails for letters that the table lacks. */
const bytesOf = (text: string, table: keyof typeof tables) =>
  Buffer.from(
    [...text].map((each) => {
      if (each.charCodeAt(0) < 0x80) return each.charCodeAt(0);
      const at = tables[table].indexOf(each);
      if (at < 0) throw new Error(`${each} is not in ${table}`);
      return at + 0x80;
    }),
  );

const agent = `Unit;Owner;Owner's note
1;Zoë van Wyk;Away till June
2;René & Chloë Müller;Rents out – see the file
3;André Fouché;“Gran” is the contact
4;Sinéad O’Brien;Owner’s son lives there…
5;Schröder Eiendomme;Paid R1 200
`;
const capitals = "UNIT,OWNER\n1,ZOE MÜLLER\n2,RENÉ KÖNIG\n3,MAGRIETA DÄHNE\n";

test.each([agent, capitals, agent.replace(/\n/g, "\r")])(
  "a list is read the same whichever machine saved it",
  (list) => {
    expect(fromOneByte(bytesOf(list, "mac"))).toEqual({ text: list, isMac: true });
    expect(fromOneByte(bytesOf(list, "windows"))).toEqual({ text: list, isMac: false });
  },
);

const ofMacs =
  "Zoë,Joël,Daniël du Toit,Renée,Léo,Émile,Müller,Jürgen,Bühler,Schröder," +
  "Möller,Köhler,Götz,Stöcker,Ständer,Anaïs,Benoît,Jérôme," +
  "François,Hélène,João,Magalhães,Hernández,Crêpe,D’Arcy";

test.each(ofMacs.split(","))("one name is enough to see that a Mac saved it: %s", (name) => {
  const list = `Unit,Owner\n1,Thandi Nkosi\n2,${name}\n`;
  expect(fromOneByte(bytesOf(list, "mac"))).toEqual({ text: list, isMac: true });
  expect(fromOneByte(bytesOf(list, "windows"))).toEqual({ text: list, isMac: false });
});

test.each([
  "O’Brien, D’Arcy, N’Dour and the owners’ children",
  "’n Huis",
  "“Gran” and “Oupa Piet”; ‘Kobus’",
  "„Kobus“ and ‚Kobus‘",
  "‘Kobus‘",
  "2020–2021, Smith–Jones, Unit 3 – Garden, later — or not",
  "€5 a day, R5€, 10 ‰, Acme™ Ltd, note† and note‡",
  "and so on…, wait…what, later…",
  "• A\n• B",
  "Tšepo Mogotši, Maletšatši, Tšhegofatšo, TŠHWANE, Mošoeu, Tšwane",
  "Dušan Šimic, Tomaš",
  "Žižka, Œuvre, Sœur, Škoda, Ÿ",
  "Zoë, René, Müller, Schröder, Benoît, Hélène, Núñez, ZOË, RENÉ",
  "Ann“Nan”Smith and “Nan”and “Oupa”",
])("what Windows saved stays what it was: %s", (text) => {
  expect(fromOneByte(bytesOf(text, "windows"))).toEqual({ text, isMac: false });
});
