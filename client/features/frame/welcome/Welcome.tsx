import { createFileRoute } from "@tanstack/react-router";
import { api } from "../../../trpc.ts";
import { ButtonLink, QuietLink } from "../../../ui/Button.tsx";
import { homeOf, useSession } from "../../account/session.ts";
import frontStep from "./frontStep.svg";

export const Route = createFileRoute("/_public/")({
  staticData: { title: "Welcome" },
  component: Welcome,
});

function Welcome() {
  const session = useSession();
  const setup = api.public.setup.state.useQuery().data;
  return (
    <section className="mx-auto grid w-full max-w-6xl flex-1 content-center items-center gap-8 px-4 py-6 lg:grid-cols-[5fr_6fr] lg:gap-14">
      <div className="min-w-0">
        <p className="min-h-7 font-semibold text-fynbos">
          {setup?.needed === false && setup.building}
        </p>
        <h1 className="text-5xl font-bold max-xs:text-3xl sm:text-6xl">
          Welcome. <br />
          Connect.
        </h1>
        <p className="mt-5 max-w-md text-lg text-soft">
          Everything about living in this building, in one place: report what is broken, settle a
          fine, sign a visitor in, read the notices.
        </p>
        {setup?.needed && (
          <p className="mt-5 max-w-md rounded-lg bg-fynbos-pale p-4">
            This building is not set up yet. To begin, open the set-up link that Stoep gave when it
            was started.
          </p>
        )}
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to={session ? homeOf(session) : "/login"}>
            {session ? "Go to your dashboard" : "Login"}
          </ButtonLink>
          <QuietLink to="/about">About Us</QuietLink>
        </div>
      </div>
      <img
        src={frontStep}
        alt="Three neighbours talking on the front step of their building"
        width="640"
        height="560"
        className="mx-auto w-full max-w-xl lg:max-w-none"
      />
    </section>
  );
}
