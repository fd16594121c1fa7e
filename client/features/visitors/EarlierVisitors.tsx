import { type Answers, api } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import { Section } from "../../ui/Section.tsx";

export type Earlier = Answers["resident"]["visitors"]["earlier"][number];

interface Props {
  profileId: string | undefined;
  again: (visitor: Earlier) => void;
}

/** Earlier visitors, so that nobody types the same names twice. */
export function EarlierVisitors({ profileId, again }: Props) {
  const [visitors] = api.resident.visitors.earlier.useSuspenseQuery({ profileId });
  if (visitors.length === 0) return null;
  return (
    <Section title="Earlier visitors">
      <ul className="mt-2 max-w-xl divide-y divide-line">
        {visitors.map((visitor) => {
          const name = `${visitor.visitorName} ${visitor.visitorSurname}`;
          return (
            <li key={visitor.id} className="flex items-center justify-between gap-3 py-1.5">
              <span className="min-w-0 break-words">
                {name}
                {visitor.arrivedAt && (
                  <span className="block text-sm text-soft">
                    left <Moment at={visitor.signedOutAt ?? ""} />
                  </span>
                )}
              </span>
              <QuietButton small which={name} onClick={() => again(visitor)}>
                Again
              </QuietButton>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
