/** Parses the JSON of a request. */

/** Deepest nesting of JSON that is accepted. The deepest form has only a few levels; code that recurses over a body must not overflow the stack. */
const deepest = 64;

/** Throws when brackets are nested deeper than any valid body. */
function requireShallow(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) throw new SyntaxError('nested too deeply');
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
}

/** Replaces lone surrogates. Only an escape such as `\ud800` can produce one; a text with one is not valid, and a database may reject it. */
const halves = /\p{Surrogate}/gu;
const whole = (text: string): string => text.replace(halves, '\ufffd');

/** Parses JSON. @throws SyntaxError for text that is not JSON, or is nested more than 64 levels deep */
export function parseJson(text: string): unknown {
  requireShallow(text);
  return /\\u[dD][89a-fA-F]/.test(text) ? JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? whole(value) : value)) : JSON.parse(text);
}
