const origin = /^https?:\/\/[^/?#]*/i;
const escapedPlain = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

/**
 * Normalises the address of a request, for all code that handles the request afterwards. The same address may be written with an origin in front, with a
 * fragment at the end, and with unnecessary escapes (RFC 3986, 6.2.2.2); the router finds its route in each of these forms.
 */
export function plainAddress(url: string): string {
  const [whole] = url.replace(origin, '').split('#', 1);
  const [path, ...query] = whole.split('?');
  return [path.replace(escapedPlain, (escaped) => decodeURIComponent(escaped)) || '/', ...query].join('?');
}
