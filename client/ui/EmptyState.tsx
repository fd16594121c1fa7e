/** What a list shows when there is truly nothing in it. */
export const EmptyState = ({ children }: { children: string }) => (
  <p className="py-6 text-soft">{children}</p>
);
