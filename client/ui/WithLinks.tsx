/** An address on the web, without the punctuation that ends the sentence around it. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/i;

/** A text in which addresses that somebody typed are links. */
export const WithLinks = ({ text }: { text: string }) =>
  text.split(address).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand in a text twice, and never moves
      <a key={at} href={part} target="_blank" rel="noopener noreferrer" className="underline">
        {part}
      </a>
    ),
  );
