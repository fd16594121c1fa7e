import { Logo } from "../../ui/Logo.tsx";

/** What every area's frame has at its place, painted at the build: it stands there before any script runs. */
export const EmptyFrame = () => (
  <div aria-hidden="true" className="min-h-dvh lg:grid lg:grid-cols-[15.25rem_1fr] print:hidden">
    <div className="flex flex-wrap border-b border-line bg-surface px-4 py-2 lg:border-r lg:border-b-0 lg:px-3 lg:py-5">
      <span>
        <span className="inline-block py-1">
          <Logo />
        </span>
      </span>
      <span className="basis-full text-xs sm:hidden">&nbsp;</span>
    </div>
    <div className="hidden xs:block fixed inset-x-0 bottom-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden">
      <div className="min-h-16" />
    </div>
  </div>
);
