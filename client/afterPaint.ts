// A page that was painted at the build can be read without the program, which comes after it: on a slow
// line what is read must not share the way with what is run. What brings it stands in the page's template.
const program = document.querySelector("template")?.content;
const fetchIt = () => program && document.head.append(program);

// A tab in the background paints nothing, and an old browser does not tell.
if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes("paint")) fetchIt();
else
  new PerformanceObserver((painted, watch) => {
    if (painted.getEntriesByName("first-contentful-paint").length === 0) return;
    watch.disconnect();
    fetchIt();
  }).observe({ type: "paint", buffered: true });

// A form that is sent before the program runs waits for it, unless somebody goes on typing in it.
document.addEventListener("submit", ({ target, defaultPrevented }) => {
  if (!defaultPrevented) (target as HTMLElement).dataset.waits = "";
});
document.addEventListener("input", ({ target }) => {
  delete (target as HTMLElement).closest("form")?.dataset.waits;
});

export {};
