/** Physical sides and the logical sides that follow the direction of the text. @type {Record<string, string>} */
const sides = { left: 'inline-start', right: 'inline-end' };
/** @type {Record<string, string>} */
const ends = { left: 'start', right: 'end' };

/**
 * Makes a stylesheet follow the text direction of the page: `margin-left` becomes `margin-inline-start`, and so on. The styles of the design system are changed
 * too. For text that runs from left to right nothing changes.
 * @param {string} css
 */
export const withLogicalProperties = (css) =>
  css
    .replace(/([{;\s])(margin|padding)-(left|right)(\s*:)/g, (_match, before, property, side, colon) => `${before}${property}-${sides[side]}${colon}`)
    .replace(/([{;\s])border-(left|right)((?:-(?:width|style|color))?\s*:)/g, (_match, before, side, rest) => `${before}border-${sides[side]}${rest}`)
    .replace(/([{;\s])(left|right)(\s*:)/g, (_match, before, side, colon) => `${before}inset-${sides[side]}${colon}`)
    .replace(/([{;\s])(text-align\s*:\s*)(left|right)\b/g, (_match, before, property, side) => `${before}${property}${ends[side]}`)
    // Shorthands with four values, of which left and right differ.
    .replace(
      /([{;\s])(margin|padding)(\s*:\s*)([^\s;{}()]+) ([^\s;{}()]+) ([^\s;{}()]+) ([^\s;{}()!]+)(?=\s*[;}])/g,
      (whole, before, property, colon, top, right, bottom, left) =>
        left === right ? whole : `${before}${property}-block${colon}${top} ${bottom};${property}-inline${colon}${left} ${right}`,
    )
    .replace(
      /([{;\s])border-(top|bottom)-(left|right)-radius(\s*:)/g,
      (_match, before, edge, side, colon) => `${before}border-${edge === 'top' ? 'start' : 'end'}-${ends[side]}-radius${colon}`,
    );

/** A webpack loader that runs after Sass. @param {string} css */
export default function logicalProperties(css) {
  return withLogicalProperties(css);
}
