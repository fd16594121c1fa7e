import { type ComponentProps, use, useRef, useState } from "react";
import { type Answers, api, utils } from "../../trpc.ts";
import { showBranding } from "../../ui/branding.ts";
import { Field } from "../../ui/Field.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { Section } from "../../ui/Section.tsx";
import { changedIn, fillUntouched, StoredByNow } from "../../ui/StoredByNow.tsx";
import { Submit } from "../../ui/Submit.tsx";

const buildingUpdate = async () =>
  (await import("../../../server/features/building/schema.ts")).buildingUpdate;

export type Settings = Answers["admin"]["building"]["settings"];
export type Fields = Pick<ComponentProps<typeof Field>, "label" | "name" | "type" | "inputMode">[];

/** The parts are saved one by one, so each says what is only typed. */
function Unsaved({ savedAt }: { savedAt: number }) {
  const values = use(FormValues);
  const saved = useRef({ savedAt, values });
  const isFirst = Object.keys(saved.current.values).length === 0;
  if (isFirst || saved.current.savedAt !== savedAt) saved.current = { savedAt, values };
  const isChanged = Object.keys(values).some(
    (name) => values[name] !== (saved.current.values[name] ?? ""),
  );
  return (
    <p role="status" className="text-soft">
      {isChanged && "Not saved yet"}
    </p>
  );
}

interface Props {
  part: Exclude<keyof Settings, "versions">;
  title: string;
  note: string;
  fieldsOf: (...stored: Settings[]) => Fields;
  className?: string;
}

/** A part of the settings that is saved by itself. */
export function Details({ part, title, note, fieldsOf, className = "contents" }: Props) {
  const [loaded] = api.admin.building.settings.useSuspenseQuery();
  // As it was opened or saved here; and as somebody else has saved it since, once that was refused.
  const [{ first, now }, setStored] = useState({ first: loaded, now: loaded });
  const fields = fieldsOf(first, now);
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
  const texts = textsOf(now, fields);
  const inputs = useRef<HTMLDivElement>(null);
  const send = api.admin.building.update.useMutation({
    onSuccess: (saved) => {
      setStored({ first: saved, now: saved });
      showBranding({ name: saved.name });
      return utils.invalidate();
    },
    onError: async ({ data }) => {
      if (data?.reason?.code !== "building.changed") return;
      const now = await utils.admin.building.settings.fetch(undefined, { staleTime: 0 });
      fillUntouched(inputs.current, changedIn(labels, texts, textsOf(now, fields)));
      setStored({ first, now });
    },
  });
  return (
    <Section title={title} note={note}>
      <Form schema={buildingUpdate} send={send} also={{ version: now.versions[part] }}>
        <StoredByNow labels={labels} first={textsOf(first, fields)} now={texts} />
        {/* A list that was saved here has new empty rows. */}
        <div key={fieldsOf(first).length} ref={inputs} className={className}>
          {fields.map((field) => (
            <Field key={field.name} {...field} defaultValue={texts[field.name]} />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Submit>Save the {title.toLowerCase()}</Submit>
          <Unsaved savedAt={send.isSuccess ? send.submittedAt : 0} />
        </div>
      </Form>
    </Section>
  );
}

/** What is stored by the names of the fields, such as `bankDetails.bank`. */
const textsOf = (stored: unknown, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name }) => {
      const value = name.split(".").reduce((found, key) => Object(found)[key], stored);
      return [name, String(value ?? "")];
    }),
  );
