const origin = /^https?:\/\/[^/?#]*/i;
const escapedPlain = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

/**
 * The address of a request in the one form that everything behind it looks at. The same address may be written with an origin before it, with
 * a fragment after it, and with letters that need no escape escaped (RFC 3986, 6.2.2.2); the router finds its route in each of them.
 */
export function plainAddress(url: string): string {
  const [whole] = url.replace(origin, '').split('#', 1);
  const [path, ...query] = whole.split('?');
  return [path.replace(escapedPlain, (escaped) => decodeURIComponent(escaped)) || '/', ...query].join('?');
}
