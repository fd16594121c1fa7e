import type { Page } from "@playwright/test";
import type { Who } from "./addresses.ts";
import { call } from "./adminServer.ts";
import { proceduresIn } from "./test.ts";
import { person } from "./testServer.ts";

/** Changes to the server's responses by procedure, so that a screen shows forms it rarely shows. */
export type AnswerOverrides = Record<string, (data: Record<string, unknown>) => object>;

export interface Visit {
  at: string;
  /** How many forms appear there, if not one; "any" is also none. */
  forms?: number | "any";
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

/** The forms that the screens do not show when one just goes to their addresses. */
export const visits: Readonly<Record<Who, readonly Visit[]>> = {
  nobody: [
    {
      at: "/login",
      overrides: { "public.session.signIn": refused("auth.code_needed") },
      open: async (page) => {
        await page.getByLabel("Username").fill("anele");
        await page.getByLabel("Password", { exact: true }).fill("a stoep in the sun");
        await press("Login")(page);
        await page.getByLabel("Code").waitFor();
      },
    },
    { at: "/login?problem=auth.code_needed" },
    { at: "/forgot-password", overrides: { "public.session.ways": data({ mail: true }) } },
    {
      at: `/link#${link}`,
      overrides: { "public.links.look": data({ purpose: "reset", name: "Anele", passkeys: 1 }) },
    },
    { at: `/set-up#${link}`, overrides: { "public.setup.state": data({ needed: true }) } },
  ],
  resident: [
    { at: "/second-step", open: press("I have such an app") },
    {
      at: "/resident/reports/fines/payment-upload?fineId=$fineId",
      overrides: { "resident.fines.one": data({ status: "Unpaid" }) },
    },
    {
      at: "/resident/changes/new",
      open: (page) => page.getByLabel("What changes").selectOption("tenant"),
    },
    { at: "/resident/profile", forms: 2, open: editBoth },
    {
      at: "/resident/profile",
      overrides: {
        "public.session.ways": data({ mail: true }),
        "resident.profile.get": data({ emailUnproven: true }),
      },
      open: press("Confirm with your password"),
    },
    {
      at: "/resident/profile",
      overrides: { "member.factors.own": data({ on: true, codesLeft: 10, needed: false }) },
      open: press("Turn off"),
    },
  ],
  staff: [{ at: "/staff/staffprofile", forms: 2, open: editBoth }],
  admin: [
    { at: "/admin/profile", forms: 3, open: editBoth },
    {
      at: "/admin/profile",
      overrides: { "member.session.makeToken": refused("auth.password_needed") },
      open: async (page) => {
        await page.getByLabel("What will use it?").fill("gate screen");
        await press("Make a token")(page);
        await page.getByRole("alertdialog").waitFor();
      },
    },
    { at: "/admin/staff/staffsignupform", open: press("An invite") },
    { at: "/admin/staff", open: press(/^Edit Role/) },
    { at: "/admin/fines/$fineId/update", open: press("Withdraw …") },
    { at: "/admin/changes/$noticeId", forms: 2, open: press("Refuse …") },
    {
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
  ],
};

/** Makes the server send these responses to this page. */
export async function answerAs(page: Page, overrides: AnswerOverrides = {}) {
  const isChanged = (name: string) => name in overrides;
  // One handler for all, because one request may carry several of them and gets one handler only.
  await page.route(
    (url) => proceduresIn(url).some(isChanged),
    async (route) => {
      const names = proceduresIn(new URL(route.request().url()));
      const answer = await route.fetch();
      const came = await answer.json();
      const all: { result?: { data: Record<string, unknown> } }[] = [came].flat();
      const json = all.map((each, at) => {
        const change = overrides[names[at] ?? ""];
        return change ? change(each.result?.data ?? {}) : each;
      });
      await route.fulfill({ json: Array.isArray(came) ? json : json[0] });
    },
  );
}
