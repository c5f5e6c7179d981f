/** The path after sign-in: one of this portal, or the home page. Another origin, a backslash or a control character is none. */
export function safeReturnTo(wanted: unknown, publicUrl: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > 2000) {
    return '/';
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line ends from an address
  if (wanted.startsWith('//') || /[\\\u0000-\u001f]/.test(wanted) || !URL.canParse(wanted, publicUrl)) {
    return '/';
  }
  const target = new URL(wanted, publicUrl);
  const own = target.origin === publicUrl && !/^\/(auth|identity|api)(\/|$)/.test(target.pathname);
  return own ? target.pathname + target.search + target.hash : '/';
}
