import { createFileRoute, redirect } from "@tanstack/react-router";
import { ButtonLink } from "../../ui/Button.tsx";
import pageNotFound from "./pageNotFound.svg";

const moved: Record<string, string> = {
  "/resident/visitors": "/resident/vistors",
  "/resident/maintenance": "/resident/reports/maintenance",
  "/resident/fines": "/resident/reports/fines",
  "/resident/payment-upload": "/resident/reports/fines/payment-upload",
  "/resident/reports/payment-upload": "/resident/reports/fines/payment-upload",
};

export const Route = createFileRoute("/_public/$")({
  // Not in `beforeLoad`: that would be part of every first load.
  loader: ({ location: { pathname, searchStr } }) => {
    const to = moved[pathname.replace(/\/$/, "")];
    if (to) throw redirect({ href: to + searchStr, replace: true });
  },
  staticData: { title: "Page not found" },
  component: NoPage,
});

function NoPage() {
  return (
    <section className="mx-auto flex w-full max-w-2xl flex-1 flex-col items-center justify-center px-4 py-8 text-center">
      <img
        src={pageNotFound}
        alt="A wall with the house number 404 and a door drawn in chalk; a cat waits in front of it"
        width="520"
        height="330"
        className="w-full max-w-lg"
      />
      <h1 className="mt-8 text-3xl sm:text-4xl">We cannot find this page</h1>
      <p className="mt-3 mb-6 text-soft">
        It may have moved, or the address may have a typing mistake in it.
      </p>
      <ButtonLink to="/">Back to the welcome page</ButtonLink>
    </section>
  );
}
