/** HTML that is safe by construction: the tag `html` escapes every text that is inserted into it. */
export class Html {
  constructor(readonly text: string) {}
}

/** A value in a template. Undefined, null and false write nothing. */
export type Piece = Html | string | number | undefined | null | false | readonly Piece[];

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function written(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (piece === undefined || piece === null || piece === false) return '';
  if (typeof piece === 'object') return piece.map(written).join('');
  return String(piece).replace(/[&<>"']/g, (character) => escapes[character] as string);
}

/**
 * Template tag for HTML, as in `` html`<p title="${title}">${text}</p>` ``. Inserted texts are escaped, inserted `Html` is not. Attributes need their quotes.
 */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(strings.reduce((text, string, i) => text + written(pieces[i - 1]) + string));

/** Writes an attribute, such as `attribute('value', value)`; nothing for undefined or false. For `true` it writes only the name. */
export const attribute = (name: string, value: string | number | boolean | undefined): Html =>
  new Html(value === undefined || value === false ? '' : value === true ? ` ${name}` : ` ${name}="${written(String(value))}"`);
