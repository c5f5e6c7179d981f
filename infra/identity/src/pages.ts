import { createHash } from 'node:crypto';

const style = `
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1b1f24;font:1.1875rem/1.3 system-ui,"Noto Sans",sans-serif}
header{background:#0b2545;color:#fff;padding:.75rem 1rem}
header p{max-width:38rem;margin:0 auto;font-weight:700}
main{max-width:38rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:2.25rem;line-height:1.1;margin:0 0 1.25rem}
label{display:block;font-weight:700;margin-bottom:.25rem}
.field{margin-bottom:1.5rem}
input{width:100%;max-width:22rem;padding:.45rem .5rem;font:inherit;color:inherit;background:#fff;border:2px solid #6b7682;border-radius:0}
button{font:inherit;font-weight:700;color:#fff;background:#1a4f8b;border:2px solid transparent;padding:.5rem 1.25rem;cursor:pointer}
button:hover{background:#0b2545}
a{color:#1a4f8b}
:focus-visible{outline:3px solid #ffd400;outline-offset:0;box-shadow:0 0 0 6px #1b1f24}
.error{border:4px solid #b3130f;padding:1rem;margin-bottom:1.5rem}
.error h2{margin:0 0 .5rem;font-size:1.25rem}
.error p{margin:0}
.error a{color:#b3130f;font-weight:700}
.note{border-left:8px solid #6b7682;padding:.5rem 1rem;margin-top:2rem;color:#4a5460}
.note p{margin:0}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Returns the content security policy: no scripts, and forms may be sent only to the portal. */
export const pagePolicy = (formTargets: string[]): string =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action ${["'self'", ...formTargets].join(' ')}`;

/** Escapes text for HTML, including quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><p>Development sign-in</p></header>
<main>
${body}
</main>
</body>
</html>
`;

export interface LoginPage {
  action: string;
  username?: string;
  error?: string;
}

/** Returns the sign-in form: plain HTML that works without JavaScript. */
export function loginPage({ action, username = '', error }: LoginPage): string {
  const summary = error ? `<div class="error" role="alert"><h2>There is a problem</h2><p><a href="#username">${escapeHtml(error)}</a></p></div>\n` : '';
  const described = error ? ' aria-invalid="true"' : '';
  const body = `${summary}<h1>Sign in</h1>
<form method="post" action="${escapeHtml(action)}">
<div class="field"><label for="username">User name</label>
<input id="username" name="username" type="text" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" required${described}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}></div>
<button type="submit">Sign in</button>
</form>
<div class="note"><p>This sign-in is for development only. The password of each user is the user name.</p></div>`;
  return page(error ? 'Error: Sign in' : 'Sign in', body);
}

/** Returns the page that asks for the second factor. @param username the user who has just entered the password; undefined if the session says who it is */
export function codePage({ action, username, error }: LoginPage): string {
  const summary = error ? `<div class="error" role="alert"><h2>There is a problem</h2><p><a href="#otp">${escapeHtml(error)}</a></p></div>\n` : '';
  const who = username ? ['username', 'password'].map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(username)}">`).join('') : '';
  const body = `${summary}<h1>Enter your code</h1>
<form method="post" action="${escapeHtml(action)}">
${who}<div class="field"><label for="otp">Code from your app</label>
<input id="otp" name="otp" type="text" inputmode="numeric" autocomplete="one-time-code" required${error ? ' aria-invalid="true"' : ''}></div>
<button type="submit">Sign in</button>
</form>
<div class="note"><p>This sign-in is for development only. The code of each user is 123456.</p></div>`;
  return page(error ? 'Error: Enter your code' : 'Enter your code', body);
}

/** Returns a page with a message and one link. */
export const messagePage = (title: string, text: string, link: { href: string; text: string }): string =>
  page(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`);

/** Returns the page that asks for confirmation before a session ends that no ID token identifies. `form` is the form of the provider, without a button. */
export const signOutPage = (form: string): string =>
  page(
    'Sign out',
    `<h1>Do you want to sign out everywhere?</h1>\n${form}\n<button type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>`,
  );
