import { lazy, Suspense } from "react";

const Toaster = lazy(async () => ({ default: (await import("sonner")).Toaster }));

/** Where toasts appear: top right, for five seconds, longer under the pointer or while away. */
export const Toasts = () => (
  <Suspense>
    <Toaster position="top-right" duration={5000} theme="system" />
  </Suspense>
);
