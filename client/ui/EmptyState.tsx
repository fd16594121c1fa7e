/** What a list shows when it really has no rows. */
export const EmptyState = ({ children }: { children: string }) => (
  <p className="py-6 text-soft">{children}</p>
);
