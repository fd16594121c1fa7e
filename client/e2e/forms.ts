import type { Page } from "@playwright/test";
import type { Who } from "./addresses.ts";
import { call } from "./adminServer.ts";
import { asks, proceduresIn } from "./test.ts";
import { person } from "./testServer.ts";

/** Changes to the server's responses by procedure, so that a screen shows forms it rarely shows. */
export type AnswerOverrides = Record<string, (data: Record<string, unknown>) => object>;

export interface Visit {
  who: Who;
  at: string;
  /** How many forms appear there, if not one. */
  forms?: number;
  overrides?: AnswerOverrides;
  /** Presses and fills in what makes them appear. */
  open?: (page: Page) => Promise<unknown>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

const refused = (code: string) => () => ({
  error: { message: code, code: -32_600, data: { reason: { code } } },
});
export const data = (more: object) => (original: object) => ({
  result: { data: { ...original, ...more } },
});

const link = "a".repeat(43);
const editBoth = async (page: Page) => {
  await press(/^Edit email/)(page);
  await press(/^Edit cell phone/)(page);
};

/** Where each form is, in each of its states. */
export const visits: readonly Visit[] = [
  { who: "nobody", at: "/login" },
  {
    who: "nobody",
    at: "/login",
    overrides: { "public.session.signIn": refused("auth.code_needed") },
    open: async (page) => {
      await page.getByLabel("Username").fill("anele");
      await page.getByLabel("Password", { exact: true }).fill("a stoep in the sun");
      await press("Login")(page);
      await page.getByLabel("Code").waitFor();
    },
  },
  {
    who: "nobody",
    at: "/login?problem=auth.code_needed",
  },
  {
    who: "nobody",
    at: "/forgot-password",
    overrides: { "public.session.ways": data({ mail: true }) },
  },
  { who: "nobody", at: "/join" },
  {
    who: "nobody",
    at: `/link#${link}`,
    overrides: { "public.links.look": data({ purpose: "reset", name: "Anele", passkeys: 1 }) },
  },
  {
    who: "nobody",
    at: `/set-up#${link}`,
    overrides: { "public.setup.state": data({ needed: true }) },
  },
  { who: "resident", at: "/change-password" },
  {
    who: "resident",
    at: "/second-step",
    open: press("I have such an app"),
  },
  { who: "resident", at: "/resident/issues" },
  { who: "resident", at: "/resident/vistors" },
  {
    who: "resident",
    at: "/resident/reports/fines/payment-upload?fineId=$fineId",
    overrides: { "resident.fines.one": data({ status: "Unpaid" }) },
  },
  { who: "resident", at: "/resident/changes/new" },
  {
    who: "resident",
    at: "/resident/changes/new",
    open: (page) => page.getByLabel("What changes").selectOption("tenant"),
  },
  { who: "resident", at: "/resident/profile", forms: 2, open: editBoth },
  {
    who: "resident",
    at: "/resident/profile",
    overrides: {
      "public.session.ways": data({ mail: true }),
      "resident.profile.get": data({ emailUnproven: true }),
    },
    open: press("Confirm with your password"),
  },
  {
    who: "resident",
    at: "/resident/profile",
    overrides: { "member.factors.own": data({ on: true, codesLeft: 10, needed: false }) },
    open: press("Turn off"),
  },
  { who: "staff", at: "/staff/staffprofile", forms: 2, open: editBoth },
  { who: "staff", at: "/staff/dashboard" },
  { who: "staff", at: "/staff/staffdashboard" },
  { who: "admin", at: "/admin/dashboard" },
  { who: "admin", at: "/admin/profile", forms: 3, open: editBoth },
  {
    who: "admin",
    at: "/admin/profile",
    overrides: { "member.session.makeToken": refused("auth.password_needed") },
    open: async (page) => {
      await page.getByLabel("What will use it?").fill("gate screen");
      await press("Make a token")(page);
      await page.getByRole("alertdialog").waitFor();
    },
  },
  { who: "admin", at: "/admin/staff/staffsignupform" },
  { who: "admin", at: "/admin/residents/signupform" },
  { who: "admin", at: "/admin/admins/signupform" },
  {
    who: "admin",
    at: "/admin/staff/staffsignupform",
    open: press("An invite"),
  },
  {
    who: "admin",
    at: "/admin/staff",
    open: press(/^Edit Role/),
  },
  { who: "admin", at: "/admin/fines/$fineId/update", open: press("Withdraw …") },
  {
    who: "admin",
    at: "/admin/residents/$residentId/fines/new_fine",
  },
  { who: "admin", at: "/admin/fines/new_fine" },
  { who: "admin", at: "/admin/units/new_unit" },
  { who: "admin", at: "/admin/units/$unitId/update" },
  { who: "admin", at: "/admin/units/$unitId/quota" },
  { who: "admin", at: "/admin/units/$unitId/areas/new" },
  { who: "admin", at: "/admin/units/$unitId/people/new" },
  { who: "admin", at: "/admin/units/$unitId/transfer" },
  { who: "admin", at: "/admin/units/weights?unit=$unitId" },
  { who: "admin", at: "/admin/units/weights" },
  { who: "admin", at: "/admin/changes/$noticeId" },
  { who: "admin", at: "/admin/changes/$noticeId", forms: 2, open: press("Refuse …") },
  { who: "admin", at: "/admin/trustees/new" },
  { who: "admin", at: "/admin/people/new" },
  { who: "admin", at: "/admin/people/$personId/update" },
  { who: "admin", at: "/admin/building", forms: 5 },
  { who: "admin", at: "/admin/backups" },
  {
    who: "admin",
    at: "/admin/backups",
    overrides: {
      "admin.backups.overview": data({
        restore: {
          phase: "failed",
          source: { sent: "sent.tar.gz.age", fileName: "sent.tar.gz.age" },
          why: "The passphrase does not open this backup.",
          wantsPassphrase: true,
        },
      }),
    },
  },
  {
    who: "admin",
    at: "/admin/privacy",
    open: async (page) => {
      const { id } = await call(page, "admin.people.signUp", {
        ...person("Quinton", "Gone"),
        role: "Resident",
      });
      await call(page, "admin.people.remove", { id });
      await page.goto(`${page.url()}?person=${id}`);
      await page.getByLabel("Type Quinton Gone to confirm").waitFor();
    },
  },
];

/** Makes the server send these responses to this page. */
export async function answerAs(page: Page, overrides: AnswerOverrides = {}) {
  for (const [procedure, change] of Object.entries(overrides))
    await page.route(asks(procedure), async (route) => {
      const names = proceduresIn(new URL(route.request().url()));
      const answer = await route.fetch();
      const came = await answer.json();
      const all: { result?: { data: Record<string, unknown> } }[] = [came].flat();
      const json = all.map((each, at) =>
        names[at] === procedure ? change(each.result?.data ?? {}) : each,
      );
      await route.fulfill({ json: Array.isArray(came) ? json : json[0] });
    });
}
