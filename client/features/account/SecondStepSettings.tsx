import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { api, utils } from "../../trpc.ts";
import { QuietButton, QuietLink } from "../../ui/Button.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { OwnPasswordForm } from "./OwnPasswordForm.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

export function SecondStepSettings() {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const { data: step } = api.member.factors.own.useQuery();
  if (!step) return null;
  return (
    <Section title="Second step" className="mt-10 max-w-3xl">
      {step.on ? (
        <SecondStepStatus codesLeft={step.codesLeft} needed={step.needed} />
      ) : (
        <>
          <p className="mt-1.5 mb-4 text-soft">
            With a second step, somebody who knows your password still cannot log in as you. We also
            ask for a code that an app on your phone shows.
          </p>
          <QuietLink to="/second-step" search={{ to: here }}>
            Set up a second step
          </QuietLink>
        </>
      )}
    </Section>
  );
}

type Wish = "codes" | "off";

function SecondStepStatus({ codesLeft, needed }: { codesLeft: number; needed: boolean }) {
  const [wish, setWish] = useState<Wish>();
  const settle = () => utils.member.factors.own.invalidate();
  const renew = api.member.factors.newCodes.useMutation({ onSuccess: settle });
  const turnOff = api.member.factors.turnOff.useMutation({ onSuccess: settle });
  if (renew.data)
    return (
      <div className="mt-4 max-w-xl">
        <RecoveryCodes
          codes={renew.data.codes}
          done={() => {
            renew.reset();
            setWish(undefined);
          }}
        />
      </div>
    );
  return (
    <>
      <p className="mt-1.5 mb-4 text-soft">
        It is on. You log in with your password and the code from your app. You have{" "}
        {counted(codesLeft, "recovery code")} left.
      </p>
      {wish ? (
        <OwnPasswordForm
          key={wish}
          send={wish === "codes" ? renew : turnOff}
          className="grid max-w-md gap-4"
        >
          <FormButtons leave={() => setWish(undefined)}>
            {wish === "codes" ? "Make new recovery codes" : "Turn off the second step"}
          </FormButtons>
        </OwnPasswordForm>
      ) : (
        <div className="flex flex-wrap gap-3">
          <QuietButton onClick={() => setWish("codes")}>New recovery codes</QuietButton>
          {!needed && <QuietButton onClick={() => setWish("off")}>Turn off</QuietButton>}
        </div>
      )}
    </>
  );
}
