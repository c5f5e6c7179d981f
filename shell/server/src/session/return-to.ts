const HOME = '/';
const LONGEST = 2000;

/** Path prefixes that are not screens: a sign-in never returns there. */
const notScreens = /^\/(auth|identity|api|dev|operations|telemetry|metrics|health)(\/|$)/i;

/** Decodes a path repeatedly until it no longer changes. Returns undefined when it cannot be decoded, or needs more than four rounds. */
function decoded(path: string): string | undefined {
  let text = path;
  for (let times = 0; times < 5; times++) {
    try {
      const next = decodeURIComponent(text);
      if (next === text) return text;
      text = next;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line ends from an address
const controls = /[\u0000-\u001f\u007f]/;
/** Matches parts of a path that a browser, or a server that decodes once more, may interpret as another host or another path. */
const ambiguous = /\/\/|\\|(^|\/)\.\.?(\/|$)/;

/**
 * Returns the path to return to after sign-in: the requested path if it is a screen of this portal, otherwise the home page. The path is checked as a browser
 * would resolve it, not as it is written: `/.//elsewhere` is another host.
 */
export function safeReturnTo(wanted: unknown, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > LONGEST || controls.test(wanted) || !URL.canParse(wanted, origin)) {
    return HOME;
  }
  const target = new URL(wanted, origin);
  const path = decoded(target.pathname);
  if (target.origin !== origin || path === undefined || controls.test(path) || ambiguous.test(path) || notScreens.test(path.trim())) {
    return HOME;
  }
  const result = target.pathname + target.search + target.hash;
  return new URL(result, origin).href === target.href ? result : HOME;
}
