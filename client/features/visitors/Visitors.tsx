import { Tabs } from "@base-ui/react/tabs";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { Suspense, use, useRef, useState } from "react";
import { newVisit, visitationTypes } from "../../../server/features/visitors/schema.ts";
import { api, refreshes, utils } from "../../trpc.ts";
import { today } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { tableSearch, whose } from "../../ui/tableSearch.ts";
import { type Earlier, EarlierVisitors } from "./EarlierVisitors.tsx";
import { ExpectedVisits } from "./expected/ExpectedVisits.tsx";
import { SignedIn } from "./SignedIn.tsx";

const tabs = ["in", "expected"] as const;

export const Route = createFileRoute("/resident/vistors")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tableSearch(search),
    ...whose(search),
    tab: tabs.find((tab) => tab === search.tab),
  }),
  staticData: { title: "Visitations" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([
      utils.resident.profile.get.ensureData(deps),
      utils.resident.visitors.earlier.ensureData(deps),
      loadPaperHead(),
    ]),
  component: Visitors,
});

const tabLook =
  "-mb-px min-h-12 border-b-3 border-transparent px-1.5 text-[0.9375rem] font-semibold xs:whitespace-nowrap text-soft hover:text-ink aria-selected:border-clay aria-selected:text-ink sm:px-4 sm:text-base";

function Visitors() {
  const { tab, profileId } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader printed title="Visitations" />
      <Tabs.Root
        value={tab ?? "form"}
        onValueChange={(id) =>
          void navigate({
            to: "/resident/vistors",
            search: { profileId, tab: tabs.find((each) => each === id) },
            replace: true,
          })
        }
      >
        <Tabs.List
          aria-label="Visitors"
          className="mb-6 flex flex-wrap gap-x-2 border-b border-line"
          activateOnFocus
        >
          <Tabs.Tab value="form" className={tabLook}>
            Sign In Visitor
          </Tabs.Tab>
          <Tabs.Tab value="in" className={tabLook}>
            View Signed In Visitors
          </Tabs.Tab>
          <Tabs.Tab value="expected" className={tabLook}>
            Expected Visitors
          </Tabs.Tab>
        </Tabs.List>
        {/* Of the others only the chosen one is rendered, so that its list is fetched on entering. */}
        <Tabs.Panel value="form" className="rounded-lg" keepMounted>
          <SignInForm profileId={profileId} />
        </Tabs.Panel>
        <Tabs.Panel value="in" className="rounded-lg">
          <SignedIn profileId={profileId} />
        </Tabs.Panel>
        <Tabs.Panel value="expected" className="rounded-lg">
          <Suspense fallback={<Spinner />}>
            <ExpectedVisits profileId={profileId} />
          </Suspense>
        </Tabs.Panel>
      </Tabs.Root>
    </>
  );
}

function SignInForm({ profileId }: { profileId: string | undefined }) {
  const [resident] = api.resident.profile.get.useSuspenseQuery({ profileId });
  const send = api.resident.visitors.signIn.useMutation(refreshes(utils.resident));
  const [again, setAgain] = useState<Earlier>();
  const form = useRef<HTMLDivElement>(null);
  const fillIn = (visitor: Earlier) => {
    setAgain({ ...visitor });
    // Only the day and the button are left to look at.
    requestAnimationFrame(() => form.current?.querySelector("select")?.focus());
  };
  return (
    <div className="grid grid-cols-1 gap-x-14 gap-y-10 xl:grid-cols-[3fr_2fr]">
      <div ref={form}>
        <Form
          key={again ? again.id : ""}
          schema={async () => newVisit}
          send={send}
          clears
          also={{ profileId }}
          className="grid max-w-3xl gap-5 sm:grid-cols-2"
        >
          <SelectField
            label="Visitation type"
            name="visitationType"
            options={visitationTypes}
            placeholder="Choose a type"
            defaultValue={again?.visitationType}
          />
          <Dates />
          <Field
            label="Resident name"
            name="residentName"
            autoComplete="on"
            defaultValue={`${resident.name} ${resident.surname}`}
          />
          <Field label="Resident email" name="residentEmail" value={resident.email} readOnly />
          <Field
            label="Room number"
            name="roomNumber"
            autoComplete="on"
            defaultValue={resident.address}
          />
          <Field label="Visitor name" name="visitorName" defaultValue={again?.visitorName} />
          <Field
            label="Visitor surname"
            name="visitorSurname"
            defaultValue={again?.visitorSurname}
          />
          <Field
            label="Visitor email"
            name="visitorEmail"
            type="email"
            defaultValue={again?.visitorEmail}
          />
          <div className="sm:col-span-2">
            <Submit>Sign In Visitor</Submit>
          </div>
        </Form>
      </div>
      <EarlierVisitors profileId={profileId} again={fillIn} />
    </div>
  );
}

/** One day, or for a Sleepover the first and the last. */
function Dates() {
  const sleepover = use(FormValues).visitationType === "Sleepover";
  return (
    <>
      <DateField
        label={sleepover ? "Start date" : "Date"}
        name="startDate"
        defaultValue={today()}
      />
      {sleepover && <DateField label="Leave date" name="leaveDate" />}
    </>
  );
}
