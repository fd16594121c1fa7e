// A link on paper may carry its secret behind the #, which no server sees: it comes along.
for (const link of document.querySelectorAll("a[data-onward]")) {
  if (location.hash) link.hash = location.hash;
}
