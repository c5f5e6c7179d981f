/**
 * Writes a JSON value in canonical form (RFC 8785): equal values give equal text, whatever the order of their members.
 * @param value a value that came from JSON; members that are `undefined` are left out
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  // RFC 8785 sorts by UTF-16 code units. JavaScript compares strings the same way.
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
