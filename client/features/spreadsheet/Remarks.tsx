import { Section } from "../../ui/Section.tsx";

/** What was read in many rows at once, such as `N/A` as nobody. */
export const Remarks = ({ remarks }: { remarks: readonly string[] }) =>
  remarks.length > 0 && (
    <Section title="What was read" className="max-w-3xl">
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-soft">
        {remarks.map((remark) => (
          <li key={remark} className="wrap-anywhere">
            {remark}
          </li>
        ))}
      </ul>
    </Section>
  );
