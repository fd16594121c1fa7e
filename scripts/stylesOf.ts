import { type SelectorComponent, transform } from "lightningcss";

/** The rules of a stylesheet that something in a page is drawn by, without those of other screens. */
export function stylesOf(html: string, stylesheet: string): string {
  const has = wordsIn(html);
  const drawn = (part: SelectorComponent): boolean => {
    if (part.type === "class") return has.classes.has(part.name);
    if (part.type === "attribute") return has.attributes.has(part.name);
    if (part.type === "type") return has.elements.has(part.name);
    if (part.type !== "pseudo-class" || (part.kind !== "is" && part.kind !== "where")) return true;
    return part.selectors.some((each) => each.every(drawn));
  };
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(stylesheet),
    minify: true,
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) =>
          selectors.some((each) => each.every(drawn)) ? undefined : [],
      },
    },
  });
  return code.toString();
}

function wordsIn(html: string) {
  const tags = [...html.matchAll(/<([a-z][\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)/gi)];
  const attributes = tags.flatMap(([, , all = ""]) => [
    ...all.matchAll(/([\w-]+)(?:="([^"]*)")?/g),
  ]);
  const classes = attributes.flatMap(([, name, value = ""]) =>
    name === "class" ? value.replaceAll("&gt;", ">").replaceAll("&amp;", "&").split(/\s+/) : [],
  );
  return {
    elements: new Set(tags.map(([, name = ""]) => name.toLowerCase())),
    attributes: new Set(attributes.map(([, name]) => name)),
    classes: new Set(classes),
  };
}
