import * as icons from "lucide-react";
import { type Answers, api } from "../../trpc.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { Section } from "../../ui/Section.tsx";

/** OpenWeatherMap's icon codes; the letter after the number means day or night. */
const pictures = {
  "01d": icons.Sun,
  "01n": icons.Moon,
  "02d": icons.CloudSun,
  "02n": icons.CloudMoon,
  "09": icons.CloudDrizzle,
  "10": icons.CloudRain,
  "11": icons.CloudLightning,
  "13": icons.Snowflake,
  "50": icons.CloudFog,
};
const pictureOf = (icon: string) =>
  pictures[icon as keyof typeof pictures] ??
  pictures[icon.slice(0, 2) as keyof typeof pictures] ??
  icons.Cloud;

const options = {
  staleTime: 600_000,
  refetchInterval: 600_000,
  // It comes from outside of the building, so no other query waits for it.
  trpc: { context: { alone: true } },
};

export function Weather() {
  const { data, isError } = api.member.weather.current.useQuery(undefined, options);
  if (isError || data === null)
    return (
      <section aria-label="Weather" className="text-sm text-soft">
        Weather unavailable
      </section>
    );
  return (
    <Section title="Weather">
      <div className="mt-3 min-h-20">
        {data ? (
          <CurrentWeather report={data} />
        ) : (
          <p className="text-soft">Weather info Loading...</p>
        )}
      </div>
    </Section>
  );
}

function CurrentWeather({
  report: { name, main, weather, observedAt },
}: {
  report: NonNullable<Answers["member"]["weather"]["current"]>;
}) {
  const [first] = weather;
  const Picture = pictureOf(first?.icon ?? "");
  const old = Date.now() - Date.parse(observedAt) > 30 * 60_000;
  return (
    <div className="flex items-center gap-4 max-xs:flex-wrap">
      <Picture className="size-14 shrink-0 text-fynbos" strokeWidth={1.5} />
      <div className="min-w-0">
        <p className="text-2xl font-semibold tabular-nums">{Math.round(main.temp)} °C</p>
        <p className="leading-snug text-soft">
          {name}, {first?.description}
        </p>
        {old && (
          <p className="text-sm text-soft">
            As of <Moment at={observedAt} />
          </p>
        )}
      </div>
    </div>
  );
}
