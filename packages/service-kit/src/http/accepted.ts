/** Parses an `Accept` or `Accept-Language` header. Returns the names in lower case and in the header's order, each with its weight from 0 to 1 (RFC 9110). */
export function acceptedIn(header: string): { name: string; weight: number }[] {
  return header
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return { name, weight: q === undefined ? 1 : Number(q.slice(2)) || 0 };
    });
}
