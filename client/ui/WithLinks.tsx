/** An address on the web, without the punctuation that ends the sentence around it. */
const address = /((?:https?:\/\/|\bwww\.)[^\s<>"]*[^\s<>".,;:!?)\]'])/i;

const linkTo = (said: string) => (/^www/i.test(said) ? `https://${said}` : said);

/** A text in which addresses that somebody typed are links. */
export const WithLinks = ({ text }: { text: string }) =>
  text.split(address).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand in a text twice, and never moves
        key={at}
        href={linkTo(part)}
        target="_blank"
        rel="noopener noreferrer"
        className="underline"
      >
        {part}
      </a>
    ),
  );
