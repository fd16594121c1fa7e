import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { Section } from "../../ui/Section.tsx";
import { Spinner } from "../../ui/Spinner.tsx";

const Pictures = lazy(() => import("./pictures/Pictures.tsx"));

/** How far below the window the charts are fetched already, so that few people see them come. */
const ahead = "300px";

/** The charts, fetched with what draws them when somebody comes near, or prints. */
export function PicturesBelow() {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && want(),
      { rootMargin: ahead },
    );
    if (place.current) observer.observe(place.current);
    addEventListener("beforeprint", want);
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", want);
    };
  }, []);
  return (
    <div ref={place} className="mt-12 min-h-96">
      <ErrorBoundary title="In pictures">
        <Section title="In pictures">
          <Suspense fallback={<Spinner />}>{wanted && <Pictures />}</Suspense>
        </Section>
      </ErrorBoundary>
    </div>
  );
}
