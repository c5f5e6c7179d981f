import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { GatewaySettings } from './settings.ts';

interface Message {
  to: string;
  subject: string;
  text: string;
  /** Only for e-mail; empty for other messages. */
  html: string;
  id: string;
  /** Time of sending, ISO 8601. */
  at: string;
}

const MOST = 200;

const style = `
body{margin:0 auto;max-width:44rem;padding:1rem;color:#1b1f24;background:#fff;font:1.0625rem/1.4 system-ui,"Noto Sans",sans-serif}
h1{font-size:1.75rem}
article{border-top:1px solid #6b7682;padding:1rem 0}
h2{margin:0 0 .25rem;font-size:1.1875rem}
p{margin:0;color:#4a5460}
pre{margin:.75rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Content security policy for the HTML of a mail. A mail has its styles in its elements and its pictures as `data:` addresses. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups";
const isId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text);

/** Escapes a text for HTML, including quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function asMessage(text: string): Message | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Message, unknown>> | null;
    const word = (name: keyof Message): string => (typeof value?.[name] === 'string' ? (value[name] as string) : '');
    return value && typeof value === 'object'
      ? { to: word('to'), subject: word('subject'), text: word('text'), html: word('html'), id: word('id'), at: word('at') }
      : undefined;
  } catch {
    // The file is incomplete because it is being written at this moment.
    return undefined;
  }
}

/** Reads the newest messages of a folder, one JSON file each. Returns none when the folder does not exist. */
async function messagesIn(folder: string): Promise<Message[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const stats = await stat(file).catch(() => undefined);
      return stats?.isFile() ? [{ file, written: stats.mtimeMs }] : [];
    }),
  );
  const newest = files
    .flat()
    .sort((one, other) => other.written - one.written)
    .slice(0, MOST);
  const messages = await Promise.all(newest.map(async ({ file }) => asMessage(await readFile(file, 'utf8').catch(() => ''))));
  return messages.flatMap((message) => message ?? []).sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

/** Renders the link to the HTML form of a message, when the message has one. */
const asSent = ({ html, id }: Message): string => (html && isId(id) ? `<p><a href="/dev/mail/${id}">As a mail program shows it</a></p>` : '');

const article = ({ to, subject, text, at, ...more }: Message): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)} · <time>${escapeHtml(at)}</time></p><pre>${escapeHtml(text)}</pre>${asSent({ to, subject, text, at, ...more })}</article>`;

const page = (messages: Message[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Messages</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>Messages that would have been sent</h1>
${messages.length ? messages.map(article).join('\n') : '<p>There are none yet.</p>'}
</main>
</body>
</html>
`;

/** `/dev/mail`: the messages that the portal would have sent to people, newest first. Not available in production. */
export async function developmentMail(app: FastifyInstance, { settings }: { settings: Pick<GatewaySettings, 'nodeEnv' | 'dataDir'> }): Promise<void> {
  if (settings.nodeEnv === 'production') {
    return;
  }
  app.get('/dev/mail', async (_request, reply) => {
    void reply.header('cache-control', 'no-store').header('content-security-policy', policy).type('text/html; charset=utf-8');
    return page(await messagesIn(join(settings.dataDir, 'mail')));
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async ({ params: { id } }, reply) => {
    const text = isId(id) ? await readFile(join(settings.dataDir, 'mail', `${id}.json`), 'utf8').catch(() => '') : '';
    const html = asMessage(text)?.html;
    if (!html) return reply.callNotFound();
    void reply.header('cache-control', 'no-store').header('content-security-policy', mailPolicy).type('text/html; charset=utf-8');
    return html;
  });
}
