import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../server/platform/installation/paths.ts";

// Tries our own lint rules on a small tree of files, which the linter reads in one run.

type Case = readonly [file: string, code: string, complaint: string | null];

const imports: readonly Case[] = [
  ["server/api/rest.ts", 'import "../../client/texts.ts";', "must not import the client"],
  ["server/database/a.ts", 'import "../platform/files/files.ts";', "the lowest layer"],
  ["server/platform/a/b/c.ts", 'import "../../../features/fines/table.ts";', "The platform"],
  ["server/platform/a/type.ts", 'import type { A } from "../../api/a.ts";', "The platform"],
  ["server/platform/a/late.ts", 'import("../../http/a.ts");', "The platform"],
  ["server/platform/a/again.ts", 'export { a } from "../../services.ts";', "The platform"],
  ["server/platform/a/fine.ts", 'import "../../database/open.ts";', null],
  ["server/http/a.ts", 'import "../api/rest.ts";', "Services and http"],
  ["server/services.ts", 'import "./features/fines/service.ts";', "Services and http"],
  ["server/http/b.ts", 'import "../services.ts";', null],
  ["server/api/a.ts", 'import "../features/fines/service.ts";', "gathers features"],
  ["server/api/features.ts", 'import "../features/fines/index.ts";', null],
  ["server/api/b.ts", 'import "./fast/adapter.ts";', "fast adapter"],
  ["server/api/trpc.ts", 'import "./fast/adapter.ts";', null],
  ["server/features/fines/a.ts", 'import "../../app.ts";', "what gathers them"],
  ["server/features/fines/schema.ts", 'import "./service.ts";', "only zod"],
  ["server/features/units/schema.ts", 'import "zod"; import "../fines/schema.ts";', null],
  ["server/a.ts", 'import { TRPCError } from "@trpc/server";\nTRPCError();', "errors.ts"],
  ["client/a.ts", 'import "../server/features/fines/service.ts";', "may import schemas"],
  ["client/b.ts", 'import "../server/features/fines/schema.ts";', null],
  ["client/c.ts", 'import { a } from "../server/api/router.ts";\na();', "only types"],
  [
    "client/d.ts",
    'import type { A } from "../server/api/router.ts";\nexport const a: A = 1;',
    null,
  ],
  ["client/e.ts", 'import { toast } from "sonner";\ntoast();', "shows toasts"],
  ["client/trpc.ts", 'import { toast } from "sonner";\ntoast();', null],
  ["client/f.ts", 'import("../server/features/fines/schema.ts");', null],
  ["client/ui/A.tsx", 'import "../features/fines/columns.tsx";', "Building blocks"],
  ["client/one.ts", 'import type { B } from "./two.ts";\nexport type A = B;', "part of a cycle"],
  ["client/two.ts", 'import type { A } from "./one.ts";\nexport type B = A;', "part of a cycle"],
  ["server/one.ts", 'import { b } from "./two.ts";\nexport const a = b;', "part of a cycle"],
  ["server/two.ts", 'import { a } from "./one.ts";\nexport const b = a;', "part of a cycle"],
];

const calls: readonly Case[] = [
  ["server/spread1.ts", "export const fine = { ...{ amuontCents: 1 } };", "properties themselves"],
  [
    "client/Spread.tsx",
    'export const A = () => <B {...{ title: "C" }} />;',
    "properties themselves",
  ],
  ["server/spread3.ts", "export const a = (b: object) => ({ ...b, c: 1 });", null],
  ["server/wire1.ts", "export const a = { RoomNo: 4 };", "the REST paths"],
  ["server/features/fines/rest.ts", "export const a = { RoomNo: 4 };", null],
  ["client/Wire.tsx", 'export const a = { label: "RoomNo", to: "/resident/vistors" };', null],
  ["client/html.ts", "element.innerHTML = text;", "a program or a page"],
  ["client/write.ts", "document.write(text);", "a program or a page"],
  ["client/eval.ts", "eval(text);", "eval()"],
  [
    "client/Html.tsx",
    "export const A = () => <p dangerouslySetInnerHTML={{ __html: b }} />;",
    "Avoid passing content",
  ],
  ["server/xml.ts", "export const a = new DOMParser();", "a program or a page"],
  ["server/exec.ts", 'import { exec } from "node:child_process";\nexec(a);', "without a shell"],
  ["server/shell.ts", 'spawn("ls", [], { shell: true });', "without a shell"],
  ["server/spawn.ts", 'import { execFile } from "node:child_process";\nexecFile("ls");', null],
  ["server/vm.ts", 'import vm from "node:vm";\nvm();', "no text as a program"],
  ["server/md5.ts", 'createHash("md5");', "Only SHA-256"],
  ["server/sha1.ts", 'hash("sha1", text, "hex");', "Only SHA-256"],
  ["server/sha256.ts", 'createHash("sha256"); hash(password, cost);', null],
  ["server/cipher.ts", "createCipheriv(algorithm, key, iv);", "encrypts"],
  ["server/algorithm.ts", 'const algorithm = "aes-128-cbc";\nuse(algorithm);', "AES-256-GCM"],
  ["server/random.ts", "export const a = Math.random();", "can be guessed"],
  ["client/random.ts", "export const a = Math.random();", null],
  ["client/P.tsx", 'export const A = () => <Field type="password" />;', "password managers"],
  ["client/Q.tsx", 'export const A = () => <F type="password" autoComplete="off" />;', null],
  ["client/R.tsx", "export const A = () => <Field onPaste={refuse} />;", "paste anywhere"],
];

const texts: readonly Case[] = [
  ["client/s.ts", "const note = 'Set STOEP_ORIGIN first.';\nuse(note);", "without words"],
  ["client/T.tsx", "export const A = () => <p>Stoep's README says how.</p>;", "without words"],
  ["client/U.tsx", 'export const A = () => <Field hint="Its hash" />;', "without words"],
  ["client/v.ts", "fail({ message: `must be a UUID` });", "without words"],
  ["server/features/fines/service.ts", "sql`SELECT hash FROM a`;", null],
  ["client/w.ts", 'use("Add it to ALLOWED_HOSTS, the setting that lists the names.");', null],
  ["server/cli/a.ts", 'say("README says how.");', "plain English"],
  ["server/cli/b.ts", 'say("It stands in STOEP_DATA.");', "plain English"],
  ["server/cli/c.ts", 'say("It is in STOEP_DATA."); read("docs/README.md");', null],
];

const cases = [...imports, ...calls, ...texts];

/** The linter's complaints about each file. */
function complaints(): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "stoep-lint-"));
  for (const part of ["biome.json", ".gitignore", "scripts/lint"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const [file, code] of cases) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const words = ["lint", "--reporter=github", "--max-diagnostics=none", "server", "client"];
  const biome = join(root, "node_modules/.bin/biome");
  const { stdout } = spawnSync(biome, words, { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const said = new Map<string, string>();
  for (const [, file = "", what = ""] of stdout.matchAll(/^::error .*?file=([^,]+),.*?::(.*)$/gm))
    said.set(file, `${said.get(file) ?? ""}${what}\n`);
  return said;
}

const said = complaints();

test.each(cases)("the linter judges %s: %s", (file, _, complaint) => {
  if (complaint === null) expect(said.get(file) ?? "").toBe("");
  else expect(said.get(file) ?? "").toContain(complaint);
});
