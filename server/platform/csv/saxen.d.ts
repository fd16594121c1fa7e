/** The part of the XML parser that is used here; the package has no types. */
declare module "saxen" {
  export class Parser {
    on(
      event: "openTag",
      listener: (name: string, attributes: () => Readonly<Record<string, string>>) => void,
    ): this;
    on(event: "closeTag", listener: () => void): this;
    /** The text is as it is written in the XML, with entities. */
    on(event: "text", listener: (text: string) => void): this;
    /** @throws when the text is no XML */
    parse(xml: string): void;
  }
}
