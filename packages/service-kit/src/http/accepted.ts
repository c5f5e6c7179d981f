/** What an `Accept` or `Accept-Language` header names, in small letters and in its order, with how much the caller wants it: from 0 to 1 (RFC 9110). */
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
